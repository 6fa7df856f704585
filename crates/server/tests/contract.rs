//! Whether the JSON endpoints do what their description says: every endpoint is asked well and badly, and every answer must have
//! a status and a shape that are described. What is asked is made from the description itself.

use std::net::SocketAddr;

use agon_server::Options;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::app::{Answer, get, patient, plain, post_json, send};
use crate::safe::{exchange, run};

/// What a reference means, or the value itself.
fn resolve<'a>(description: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => description.pointer(reference.trim_start_matches('#')).expect(reference),
        None => value,
    }
}

/// Whether a value is of a type that JSON Schema names.
fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("'{other}' is no type"),
    }
}

/// What is wrong with a value, by its description; the keywords are those that the description uses.
fn faults(description: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let schema = resolve(description, schema);
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_of(value, kind)) {
        found.push(format!("{at} is {value}, not {}", kinds.join(" or ")));
        return;
    }
    if schema["enum"].as_array().is_some_and(|known| !known.contains(value)) {
        found.push(format!("{at} is {value}, none of {}", schema["enum"]));
    }
    let beyond = |key: &str, wrong: fn(f64, f64) -> bool| {
        schema[key].as_f64().zip(value.as_f64()).is_some_and(|(limit, number)| wrong(number, limit))
    };
    if beyond("minimum", |number, limit| number < limit) || beyond("maximum", |number, limit| number > limit)
    {
        found.push(format!("{at} is {value}, outside its range"));
    }
    if let Some(object) = value.as_object() {
        for field in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(field) {
                found.push(format!("{at} lacks '{field}'"));
            }
        }
        let Some(properties) = schema["properties"].as_object() else {
            found.push(format!("{at} is an object of which nothing is said"));
            return;
        };
        for (field, value) in object {
            match properties.get(field) {
                Some(schema) => faults(description, schema, value, &format!("{at}.{field}"), found),
                None => found.push(format!("{at} has '{field}', which is not described")),
            }
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        faults(description, &schema["items"], item, &format!("{at}[{index}]"), found);
    }
}

/// Values for what a schema asks for: one that fits, and then some that do not or that mean trouble.
fn values(description: &Value, schema: &Value) -> Vec<Value> {
    let schema = resolve(description, schema);
    let kind = schema["type"].as_str().or(schema["type"][0].as_str()).unwrap_or("string");
    let mut made = match kind {
        "object" => {
            let fields: Vec<(&String, Vec<Value>)> = (schema["properties"].as_object().into_iter().flatten())
                .map(|(field, schema)| (field, values(description, schema)))
                .collect();
            let fitting: Value =
                fields.iter().map(|(field, values)| ((*field).clone(), values[0].clone())).collect();
            let mut objects = vec![fitting.clone()];
            // Each field wrong in every way, the others as they should be; and each left out.
            for (field, values) in &fields {
                for value in &values[1..] {
                    let mut object = fitting.clone();
                    object[field.as_str()] = value.clone();
                    objects.push(object);
                }
                let mut object = fitting.clone();
                object.as_object_mut().expect("an object").remove(field.as_str());
                objects.push(object);
            }
            objects
        }
        "array" => {
            let items = values(description, &schema["items"]);
            let count = schema["minItems"].as_u64().unwrap_or(0) as usize;
            vec![
                json!(vec![items[0].clone(); count]),
                json!([]),
                json!(vec![items[0].clone(); 3]),
                json!(vec![items[1].clone(); 2]),
            ]
        }
        "integer" => vec![json!(7), json!(-1), json!(1.5), json!(u64::MAX)],
        "boolean" => vec![json!(false), json!("maybe")],
        _ => vec![
            schema["examples"].get(0).cloned().unwrap_or(json!("")),
            json!("\u{0}\u{202e}'\"><script>"),
            json!("x".repeat(5000)),
        ],
    };
    if let Some(known) = schema["enum"].as_array() {
        made.insert(0, known[0].clone());
    }
    made.extend([Value::Null, json!([[]]), json!({ "unasked": 1 })]);
    made
}

/// Checks an answer against what is said of it.
fn check(description: &Value, operation: &Value, answer: &Answer, asked: &str) {
    let status = answer.status.as_u16();
    assert!(status < 500, "{asked}: {status} {}", answer.text);
    let responses = &operation["responses"];
    let described = responses.get(status.to_string()).or(responses.get("default"));
    let described = resolve(
        description,
        described.unwrap_or_else(|| panic!("{asked}: {status} is not described: {}", answer.text)),
    );
    let kind = answer.headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
    let kind = kind.split(';').next().unwrap_or_default();
    let Some(contents) = described["content"].as_object() else {
        assert!(answer.text.is_empty(), "{asked}: {status} has a body of which nothing is said");
        return;
    };
    let content = contents.get(kind).unwrap_or_else(|| panic!("{asked}: {status} is answered with '{kind}'"));
    if kind == "application/json" {
        let mut found = Vec::new();
        faults(description, &content["schema"], &answer.json(), "it", &mut found);
        assert!(found.is_empty(), "{asked}: {status}: {found:?}");
        if status >= 400 {
            let sentence = answer.json()["error"].as_str().unwrap_or_default().to_owned();
            assert!(sentence.ends_with(['.', '!', '?']), "{asked}: '{sentence}' is no sentence");
        }
    }
}

async fn ask(service: &Router, method: &str, path: &str, kind: &str, body: String) -> Answer {
    let request = Request::builder()
        .method(method.to_uppercase().as_str())
        .uri(path)
        .header(header::CONTENT_TYPE, kind);
    send(service, request.body(Body::from(body)).unwrap()).await
}

/// A table to be asked about: whose turn it is, is a person.
async fn table(service: &Router) -> String {
    let opened = json!({ "game": "chess", "seats": ["person", "person"], "clock": "total:300+3" });
    let table = post_json(service, "/api/tables", opened).await.json();
    table["id"].as_str().unwrap().to_owned()
}

/// A path with something in the place of its parameters.
fn fill(path: &str, id: &str) -> String {
    let part = |part: &str| if part.starts_with('{') { id.to_owned() } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Whether answers to an operation never end: those are watched, not read.
fn is_stream(description: &Value, operation: &Value) -> bool {
    let answers = operation["responses"].as_object().into_iter().flatten();
    answers
        .into_iter()
        .any(|(_, answer)| resolve(description, answer)["content"].get("text/event-stream").is_some())
}

/// A service that asks a running server at this address, each time over a connection of its own.
fn remote(address: SocketAddr) -> Router {
    Router::new().fallback(move |request: Request<Body>| async move {
        let (head, body) = request.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let mut text =
            format!("{} {} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n", head.method, head.uri);
        for (name, value) in &head.headers {
            text += &format!("{name}: {}\r\n", value.to_str().unwrap());
        }
        text += &format!("content-length: {}\r\n\r\n{}", body.len(), std::str::from_utf8(&body).unwrap());
        // Whoever sends more than is read may be cut off before the answer has been taken.
        for _ in 0..5 {
            if let Some(answer) = parsed(&exchange(address, &text).await) {
                return answer;
            }
        }
        panic!("no answer to {text}");
    })
}

/// An answer as it comes over a connection.
fn parsed(text: &str) -> Option<Response> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status: u16 = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let mut answer = Response::builder().status(status);
    let mut body = body.to_owned();
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        match name {
            "transfer-encoding" => body = joined(&body)?,
            "content-length" if value.parse() != Ok(body.len()) => return None,
            _ => answer = answer.header(name, value),
        }
    }
    answer.body(Body::from(body)).ok()
}

/// A body that came in pieces, each after its length.
fn joined(mut pieces: &str) -> Option<String> {
    let mut whole = String::new();
    loop {
        let (length, rest) = pieces.split_once("\r\n")?;
        let length = usize::from_str_radix(length, 16).ok()?;
        if length == 0 {
            return Some(whole);
        }
        whole += rest.get(..length)?;
        pieces = rest.get(length + 2..)?;
    }
}

#[tokio::test]
async fn every_endpoint_keeps_to_its_description() {
    keeps_to_its_description(plain()).await;
}

#[tokio::test]
async fn a_running_server_keeps_to_its_description() {
    let options = Options { quota: patient(), ..Options::default() };
    keeps_to_its_description(remote(run(&options).await)).await;
}

async fn keeps_to_its_description(service: Router) {
    let description = get(&service, "/api/openapi.json").await.json();
    let mut asked = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in
            methods.as_object().unwrap().iter().filter(|(name, _)| *name != "parameters")
        {
            if is_stream(&description, operation) {
                continue;
            }
            let schema = operation.pointer("/requestBody/content/application~1json/schema");
            let json = "application/json";
            let mut bodies: Vec<(&str, String)> = match schema {
                Some(schema) => {
                    values(&description, schema).iter().map(|value| (json, value.to_string())).collect()
                }
                None => vec![(json, String::new())],
            };
            if schema.is_some() {
                bodies.extend([
                    (json, "{".to_owned()),
                    (json, String::new()),
                    ("text/plain", "{}".to_owned()),
                ]);
                bodies.push((json, format!("\"{}\"", "x".repeat(100_000))));
            }
            for (kind, body) in bodies {
                // A table of its own for each, so that what one does is not in the way of the next.
                let ids = if path.contains('{') {
                    vec![table(&service).await, "0".repeat(32), "%27".to_owned()]
                } else {
                    vec![String::new()]
                };
                for id in ids {
                    let target = fill(path, &id);
                    let told: String = body.chars().take(300).collect();
                    let answer = ask(&service, method, &target, kind, body.clone()).await;
                    check(&description, operation, &answer, &format!("{method} {target} {told}"));
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 100, "{asked}");
}

#[tokio::test]
async fn what_fits_the_description_is_done() {
    let service = plain();
    let description = get(&service, "/api/openapi.json").await.json();
    let open = &description["paths"]["/api/tables"]["post"];
    let opened =
        json!({ "game": "havannah:size=5", "seats": ["person", "person"], "clock": "move:30", "seed": 3 });
    let answer = post_json(&service, "/api/tables", opened).await;
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.text);
    check(&description, open, &answer, "a table");
    let path = format!("/api/tables/{}/moves", answer.json()["id"].as_str().unwrap());
    let play = &description["paths"]["/api/tables/{id}/moves"]["post"];
    let answer = post_json(&service, &path, json!({ "move": answer.json()["legal"][0] })).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    check(&description, play, &answer, "a move");
    // A position with a proof, so that everything that can be said of a move is said.
    let analyse = &description["paths"]["/api/analyse"]["post"];
    let asked = json!({ "game": "tic-tac-toe", "moves": ["a1", "a2", "b1", "b2"], "agent": "unbounded:iterations=2000" });
    let answer = post_json(&service, "/api/analyse", asked).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert!(
        answer.json()["moves"].as_array().unwrap().iter().any(|one| one["proof"].is_object()),
        "{}",
        answer.text
    );
    check(&description, analyse, &answer, "an analysis");
}

#[tokio::test]
async fn a_wrong_answer_would_be_found() {
    let description = get(&plain(), "/api/openapi.json").await.json();
    let schema = json!({ "$ref": "#/components/schemas/Cell" });
    let told = |value: Value| {
        let mut found = Vec::new();
        faults(&description, &schema, &value, "it", &mut found);
        found.join("; ")
    };
    assert_eq!(told(json!({ "name": "a1", "x": 0, "y": 1.5, "piece": null })), "");
    assert_eq!(
        told(json!({ "name": "a1", "x": "0", "y": 1 })),
        "it lacks 'piece'; it.x is \"0\", not number"
    );
    assert!(
        told(json!({ "name": "a1", "x": 0, "y": 1, "piece": { "kind": "man", "owner": "third" } }))
            .contains("none of")
    );
    assert!(
        told(json!({ "name": "a1", "x": 0, "y": 1, "piece": null, "colour": 1 })).contains("not described")
    );
}

#[tokio::test]
async fn the_documentation_tells_every_endpoint_and_every_field() {
    let service = plain();
    let description = get(&service, "/api/openapi.json").await.json();
    let page = get(&service, "/api/docs").await.text;
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|name| *name != "parameters") {
            assert!(
                page.contains(&format!("<code>{} {path}</code>", method.to_uppercase())),
                "{method} {path}"
            );
        }
    }
    for (name, schema) in description["components"]["schemas"].as_object().unwrap() {
        assert!(page.contains(&format!("<h3 id=\"{name}\">")), "{name}");
        for field in schema["properties"].as_object().into_iter().flat_map(|fields| fields.keys()) {
            assert!(page.contains(&format!("<code>{field}</code>")), "{name}.{field}");
        }
    }
    assert!(page.contains("curl --silent") && page.contains("import urllib.request"));
}
