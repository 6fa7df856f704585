//! The documents, and whether their description is true.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::app::plain;
use crate::seats::{ADA, BEN, EVE, Visitor};

const DESCRIPTION: &str = include_str!("../assets/openapi.json");

/// The paths and methods that the program answers, as its source says them.
fn routes() -> Vec<(String, String)> {
    let source = include_str!("../src/lib.rs");
    let mut routes = Vec::new();
    for part in source.split(".route(\"").skip(1) {
        let (path, rest) = part.split_once('"').unwrap();
        if !path.starts_with("/api/") {
            continue;
        }
        let rest = rest.split(".route(").next().unwrap();
        for method in ["get", "post", "delete"] {
            if rest.contains(&format!("{method}(")) {
                routes.push((path.to_owned(), method.to_owned()));
            }
        }
    }
    routes.sort();
    routes
}

#[test]
fn every_document_is_described_and_nothing_else() {
    let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
    let mut described = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            described.push((path.clone(), method.clone()));
        }
    }
    described.sort();
    assert!(described.len() > 15, "{described:?}");
    // The documentation is a page for people.
    let routes: Vec<_> = routes().into_iter().filter(|(path, _)| path != "/api/docs").collect();
    assert_eq!(described, routes);
}

/// The parts of a description that are named elsewhere.
fn resolved<'a>(description: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => description.pointer(name.trim_start_matches('#')).expect("what is named is there"),
        None => schema,
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a document is as described: kinds, values of lists, and no field missing or too many.
fn check(description: &Value, schema: &Value, value: &Value, at: &str) {
    let schema = resolved(description, schema);
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().map(|kind| kind.as_str().unwrap()).collect(),
        _ => panic!("{at} has no type"),
    };
    let kind = kind_of(value);
    let fits = kinds.contains(&kind) || kind == "integer" && kinds.contains(&"number");
    assert!(fits, "{at} is {value}, not {kinds:?}");
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{at} is {value}");
    }
    if let (Some(items), Some(schema)) = (value.as_array(), schema.get("items")) {
        for item in items {
            check(description, schema, item, &format!("{at}[]"));
        }
    }
    if let (Some(fields), Some(described)) = (value.as_object(), schema["properties"].as_object()) {
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(fields.contains_key(name.as_str().unwrap()), "{at} lacks {name}");
        }
        for (name, field) in fields {
            let schema = described.get(name).unwrap_or_else(|| panic!("{at}.{name} is not described"));
            check(description, schema, field, &format!("{at}.{name}"));
        }
    }
}

/// Asks for a document and compares status and body with the description.
async fn asked(
    visitor: &Visitor<'_>,
    method: &str,
    path: &str,
    id: &str,
    body: Value,
) -> (StatusCode, Value) {
    let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
    let real = path.replace("{id}", id);
    let answer = match method {
        "get" => visitor.get(&real).await,
        "delete" => visitor.delete(&real).await,
        _ => visitor.document(&real, body).await,
    };
    let at = format!("{method} {path} {}", answer.status);
    let responses = &description["paths"][path][method]["responses"];
    let response = resolved(&description, &responses[answer.status.as_str()]);
    assert!(response.is_object(), "{at} is not described: {}", answer.text);
    if answer.status == StatusCode::NO_CONTENT {
        return (answer.status, Value::Null);
    }
    let found = answer.json();
    check(&description, &response["content"]["application/json"]["schema"], &found, &at);
    (answer.status, found)
}

#[tokio::test]
async fn documents_are_as_they_are_described() {
    let service = plain();
    let (ada, ben, eve) = (ADA.at(&service), BEN.at(&service), EVE.at(&service));
    let deed = |name: &str| format!("/api/tables/{{id}}/{name}");
    asked(&ada, "get", "/api/games", "", Value::Null).await;
    let wanted = json!({ "game": "tic-tac-toe", "seats": ["person", "1"], "clock": "total:300+3" });
    let (status, table) = asked(&ada, "post", "/api/tables", "", wanted).await;
    assert_eq!(status, StatusCode::CREATED);
    let id = table["id"].as_str().unwrap();
    let done = async |name: &str, body: Value| asked(&ada, "post", &deed(name), id, body).await;
    done("hint", json!({})).await;
    let (_, now) = done("moves", json!({ "move": "b2", "version": table["version"], "wait": true })).await;
    let (status, stale) = done("moves", json!({ "move": "a1", "version": table["version"] })).await;
    assert_eq!((status, &stale["table"]["moves"]), (StatusCode::CONFLICT, &now["moves"]));
    assert_eq!(done("moves", json!({ "move": "b2" })).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(done("moves", json!({})).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(done("switch", json!({ "name": "pause" })).await.1["clock"]["paused"], true);
    assert_eq!(done("level", json!({ "second": "hard" })).await.1["seats"][1], "hard");
    assert_eq!(done("level", json!({ "second": "agent uct" })).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(done("undo", json!({})).await.1["moves"], json!([]));
    done("redo", json!({})).await;
    assert_eq!(done("draw", json!({})).await.0, StatusCode::UNPROCESSABLE_ENTITY, "too early");
    assert_eq!(done("decline", json!({})).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(asked(&eve, "post", &deed("resign"), id, json!({})).await.0, StatusCode::FORBIDDEN);
    assert_eq!(done("resign", json!({})).await.1["result"], "second");
    assert_eq!(done("hint", json!({})).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(done("rematch", json!({})).await.1["seats"], json!(["hard", "person"]));

    let wanted =
        json!({ "game": "tic-tac-toe", "seats": ["person", "person"], "invite": "first", "name": "Ada" });
    let (_, table) = asked(&ada, "post", "/api/tables", "", wanted).await;
    let id = table["id"].as_str().unwrap();
    let secret = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    assert_eq!(table["you"], "second");
    let wrong = json!({ "secret": "guess" });
    assert_eq!(asked(&ben, "post", &deed("seat"), id, wrong).await.0, StatusCode::FORBIDDEN);
    let (_, seated) =
        asked(&ben, "post", &deed("seat"), id, json!({ "secret": secret, "name": "Ben" })).await;
    assert_eq!((&seated["you"], &seated["names"]), (&json!("first"), &json!(["Ben", "Ada"])));
    asked(&ben, "post", &deed("moves"), id, json!({ "move": "b2" })).await;
    let (_, offered) = asked(&ben, "post", &deed("draw"), id, json!({})).await;
    assert_eq!(offered["offer"], "first");
    asked(&ada, "post", &deed("decline"), id, json!({})).await;
    assert_eq!(asked(&ben, "post", &deed("undo"), id, json!({})).await.1["asks"], "first");
    assert_eq!(asked(&ada, "delete", "/api/tables/{id}", id, Value::Null).await.0.as_u16(), 422);
    asked(&ada, "get", "/api/tables", "", Value::Null).await;
    let (_, watched) = asked(&eve, "get", "/api/tables/{id}", id, Value::Null).await;
    assert_eq!(
        (&watched["you"], &watched["seat"]),
        (&json!("neither"), &Value::Null),
        "secrets are not told"
    );
    asked(&ada, "post", &deed("resign"), id, json!({})).await;
    assert_eq!(asked(&ada, "delete", "/api/tables/{id}", id, Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(
        asked(&ben, "get", "/api/tables/{id}", id, Value::Null).await.0,
        StatusCode::OK,
        "it is Ben's, too"
    );
    asked(&ben, "delete", "/api/tables/{id}", id, Value::Null).await;
    assert_eq!(asked(&ben, "get", "/api/tables/{id}", id, Value::Null).await.0, StatusCode::NOT_FOUND);
    asked(&ada, "post", "/api/analyse", "", json!({ "game": "tic-tac-toe" })).await;

    let saved = ben.get("/api/export").await;
    assert!(saved.text.is_empty(), "Ben has deleted everything");
    let one = ada.get("/api/export").await;
    assert_eq!(one.text.lines().count(), 2);
}
