"""What a script of a customer does with the API: Python's requests over one session, whose connections are reused.

Prints one line for each step, and `wait SECONDS` where it would sleep; then it goes on at the next line of its input. Ends with 1 at
the first answer that is not as documented.
"""

import itertools
import os
import sys
import uuid

import requests

BASE = os.environ["NOTAFTER"]
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['NOTAFTER_TOKEN']}"


def check(name, condition, answer=None):
    if condition:
        print(f"ok {name}", flush=True)
        return
    shown = "" if answer is None else f": {answer.status_code} {dict(answer.headers)} {answer.text[:500]}"
    sys.exit(f"failed {name}{shown}")


def url(path):
    return f"{BASE}{path}"


def refused_bodies():
    """After an answer that came before the body was read, the next call on the session works: 10 of 10."""
    large = b'{"name": "' + b"x" * (2 * 1024 * 1024) + b'"}'
    json_type = {"Content-Type": "application/json"}
    nobody = {"Authorization": "Bearer nat_wrong"}
    cases = [
        (413, lambda: {"data": large, "headers": json_type}),
        (413, lambda: {"data": itertools.repeat(b"x" * 65536, 32), "headers": json_type}),
        (415, lambda: {"data": b"x" * 300_000, "headers": {"Content-Type": "text/plain"}}),
        (401, lambda: {"data": large, "headers": {**json_type, **nobody}}),
    ]
    for status, sent in cases:
        for _ in range(10):
            answer = session.post(url("/v1/environments"), **sent())
            if answer.status_code != status or answer.headers.get("Connection") != "close":
                check(f"{status} says Connection: close", False, answer)
            after = session.get(url("/v1/environments"))
            if after.status_code != 200:
                check(f"call after {status}", False, after)
        check(f"{status} says Connection: close, and the next call works, 10 of 10", True)


def paging():
    for number in range(5):
        answer = session.post(url("/v1/environments"), json={"name": f"Stage {number}"})
        check(f"add environment {number}", answer.status_code == 200, answer)
    seen = []
    cursor = None
    while True:
        answer = session.get(url("/v1/audit"), params={"limit": 2, "cursor": cursor} if cursor else {"limit": 2})
        check("page", answer.status_code == 200 and len(answer.json()["audit_log"]) <= 2, answer)
        seen += [entry["id"] for entry in answer.json()["audit_log"]]
        cursor = answer.json()["next_cursor"]
        if cursor is None:
            break
    check("paging reads every row once", len(seen) == len(set(seen)) and len(seen) >= 5)
    answer = session.get(url("/v1/audit"), params={"limits": 2})
    names = [problem["path"] for problem in answer.json()["details"]]
    check("a misspelled parameter is 400 and named", answer.status_code == 400 and names == ["limits"], answer)


def idempotency():
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = session.post(url("/v1/environments"), json={"name": "Once"}, headers=key)
    again = session.post(url("/v1/environments"), json={"name": "Once"}, headers=key)
    check("first answer", first.status_code == 200 and "Idempotency-Replayed" not in first.headers, first)
    check("same answer", again.status_code == 200 and again.content == first.content, again)
    check("marked as replayed", again.headers.get("Idempotency-Replayed") == "true", again)
    other = session.post(url("/v1/environments"), json={"name": "Twice"}, headers=key)
    check("another body is 422", other.status_code == 422 and other.json()["code"] == "idempotency_key_reused", other)
    names = [row["name"] for row in session.get(url("/v1/environments")).json()["environments"]]
    check("one effect", names.count("Once") == 1 and "Twice" not in names)


def conditional():
    first = session.get(url("/v1/environments"))
    again = session.get(url("/v1/environments"), headers={"If-None-Match": first.headers["ETag"]})
    check("304 while nothing changed", again.status_code == 304 and again.content == b"", again)
    profile = session.get(url("/v1/environments"), headers={"Accept-Encoding": "identity"})
    row = profile.json()["environments"][0]
    path = f"/v1/environments/{row['id']}"
    match = {"If-Match": first.headers["ETag"]}
    saved = session.put(url(path), json={**row, "description": "changed"}, headers=match)
    check("what was read is accepted back, and If-Match holds", saved.status_code == 200, saved)
    stale = session.put(url(path), json={**row, "description": "lost"}, headers=match)
    check("412 for a stale ETag", stale.status_code == 412 and stale.json()["code"] == "precondition_failed", stale)
    changed = session.get(url("/v1/environments"), headers={"If-None-Match": first.headers["ETag"]})
    check("200 after a change", changed.status_code == 200, changed)


def request_ids():
    mine = str(uuid.uuid4())
    answer = session.get(url("/v1/nothing"), headers={"X-Request-Id": mine})
    check("own request id", answer.headers["X-Request-Id"] == mine and answer.json()["request_id"] == mine, answer)
    check("made request id", len(session.get(url("/v1/profile")).headers["X-Request-Id"]) > 10)


def retry():
    """Beyond the rate limit: has the test move time by as long as the server says, then goes on with the same key."""
    while True:
        limited = session.get(url("/v1/environments"))
        if limited.status_code == 429:
            break
        check("within the limit", limited.status_code == 200, limited)
    key = {"Idempotency-Key": str(uuid.uuid4())}
    answer = session.post(url("/v1/environments"), json={"name": "After a wait"}, headers=key)
    check("a retry before Retry-After is refused", answer.status_code == 429, answer)
    print(f"wait {int(answer.headers['Retry-After'])}", flush=True)
    sys.stdin.readline()
    answer = session.post(url("/v1/environments"), json={"name": "After a wait"}, headers=key)
    check("a retry after Retry-After succeeds", answer.status_code == 200, answer)


for step in (refused_bodies, paging, idempotency, conditional, request_ids, retry):
    step()
print("done", flush=True)
