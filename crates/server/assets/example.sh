#!/bin/sh
# Opens a table against level 3, plays a move and waits for the answer: sh example.sh http://127.0.0.1:8017
set -eu
agon="${1:-http://127.0.0.1:8017}"
# The cookie says who sits at the table.
cookies=$(mktemp)
trap 'rm -f "$cookies"' EXIT

ask() {
    curl --silent --fail --cookie "$cookies" --cookie-jar "$cookies" --header "content-type: application/json" --data "$2" "$agon$1"
}

table=$(ask /api/tables '{"game": "othello", "seats": ["person", "3"]}')
id=$(printf %s "$table" | sed 's/.*"id":"\([0-9a-f]*\)".*/\1/')
ask "/api/tables/$id/moves" '{"move": "d3", "wait": true}'
