//! The documentation of the JSON endpoints, made from their description.

use agon_render::words::Words;
use maud::{Markup, html};
use serde_json::Value;

/// A game played from a shell, and by a program: both are run by the tests.
const EXAMPLES: [(&str, &str); 2] =
    [("curl", include_str!("../../assets/example.sh")), ("Python", include_str!("../../assets/example.py"))];

/// The documentation of a description.
pub(crate) fn content(words: &Words, description: &Value) -> Markup {
    let paths = description["paths"].as_object().into_iter().flatten();
    let schemas = description["components"]["schemas"].as_object().into_iter().flatten();
    html! {
        h1 { (words.say("api-title")) }
        p { (text(&description["info"]["description"])) }
        p { (words.say("api-machines")) " " a href="/api/openapi.json" { "OpenAPI" } }
        h2 { (words.say("api-examples")) }
        @for (name, example) in EXAMPLES {
            h3 { (name) }
            pre tabindex="0" { code { (example) } }
        }
        h2 { (words.say("api-endpoints")) }
        @for (path, methods) in paths {
            @for (method, operation) in methods.as_object().into_iter().flatten().filter(|(name, _)| *name != "parameters") {
                h3 { code { (method.to_uppercase()) " " (path) } }
                p { (text(&operation["summary"])) "." }
                @if let Some(schema) = body(operation) { (fields(words, schema)) }
                ul {
                    @for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
                        li { (answered(words, description, status, answer)) }
                    }
                }
            }
        }
        h2 { (words.say("api-documents")) }
        @for (name, schema) in schemas {
            h3 id=(name) { (name) }
            (fields(words, schema))
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The document that a request takes or an answer gives.
fn body(holder: &Value) -> Option<&Value> {
    holder.get("requestBody").unwrap_or(holder).pointer("/content/application~1json/schema")
}

/// The last part of a reference.
fn name(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or_default()
}

fn answered(words: &Words, description: &Value, status: &str, answer: &Value) -> Markup {
    let answer = match answer["$ref"].as_str() {
        Some(reference) => description.pointer(reference.trim_start_matches('#')).unwrap_or(answer),
        None => answer,
    };
    let status = if status == "default" { words.say("api-otherwise") } else { status.to_owned() };
    html! {
        (status) ": " (text(&answer["description"]))
        @if let Some(reference) = body(answer).and_then(|schema| schema["$ref"].as_str()) {
            " (" a href={ "#" (name(reference)) } { (name(reference)) } ")"
        }
    }
}

/// The fields of a document.
fn fields(words: &Words, schema: &Value) -> Markup {
    if let Some(reference) = schema["$ref"].as_str() {
        return html! { p { a href={ "#" (name(reference)) } { (name(reference)) } } };
    }
    let required =
        |field: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == field));
    html! {
        dl {
            @for (field, kind) in schema["properties"].as_object().into_iter().flatten() {
                dt { code { (field) } }
                dd {
                    (self::kind(words, kind))
                    @if !required(field) { ", " (words.say("api-optional")) }
                    @if let Some(described) = kind["description"].as_str() { ". " (described) }
                    @if kind["properties"].is_object() { (fields(words, kind)) }
                }
            }
        }
    }
}

/// What a field holds, in the words of JSON.
fn kind(words: &Words, schema: &Value) -> Markup {
    if let Some(reference) = schema["$ref"].as_str() {
        return html! { a href={ "#" (name(reference)) } { (name(reference)) } };
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        return html! { code { (values.join(" | ")) } };
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" | "),
        kind => text(kind).to_owned(),
    };
    html! {
        code { (kinds) }
        @if let Some(items) = schema.get("items") { " " (words.say("api-of")) " " (kind(words, items)) }
    }
}
