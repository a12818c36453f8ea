"""Hours that people worked, and their export."""

import csv
import datetime
import io
import time

from people import find as find_person
from store import moment, next_id, now, parse_date
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route

# Seconds that a job waits, and seconds that it works.
WAITS, WORKS = 0.1, 0.2
UUID = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"


def view(entry):
    return {
        "id": entry["id"],
        "person_id": entry["person_id"],
        "date": entry["date"].isoformat(),
        "minutes": entry["minutes"],
        "note": "None" if entry["note"] is None and fault("missing-note-is-text") else entry["note"],
        "created_at": moment(entry["created_at"]),
    }


def between(entries, first, last):
    """Entries from the first day to the last one, both included."""
    return [one for one in entries if (first is None or one["date"] >= first) and (last is None or one["date"] <= last)]


@route("GET", "/workspaces/{workspace_id}/time-entries")
def list_entries(request):
    first, last = request.parsed("from", parse_date), request.parsed("to", parse_date)
    person_id = request.number("person_id", 0, 10**9)
    found = between(request.workspace.entries.values(), first, last)
    if last is not None and fault("last-day-excluded"):
        found = [one for one in found if one["date"] < last]
    if person_id is not None:
        found = [one for one in found if one["person_id"] == person_id]
    if not found and fault("no-entries-are-416"):
        return Answer({"message": "Requested range not satisfiable"}, 416)
    if request.text("size") == "0" and fault("size-0-lists-all-entries"):
        return Answer({"items": [view(one) for one in found], "page": 1, "size": 0, "total": len(found), "pages": 1})
    page = request.page(found, view)
    if fault("total-ignores-person"):
        page["total"] = len(between(request.workspace.entries.values(), first, last))
        page["pages"] = -(-page["total"] // page["size"])
    if fault("pages-lack-entries-of-deleted-people"):
        people = request.workspace.people
        page["items"] = [one for one in page["items"] if not people[one["person_id"]]["deleted"]]
    return Answer(page)


@route("POST", "/workspaces/{workspace_id}/time-entries")
def create_entry(request):
    body = request.body()
    body.require("person_id", "date", "minutes")
    if isinstance(body.members.get("note"), str) and fault("long-note-is-cut"):
        body.members["note"] = body.members["note"][:500]
    request_id = body.text("request_id", 36, 36, nullable=True, pattern=UUID)
    entry = {"id": next_id(), "person_id": body.number("person_id", 1, 10**9), "date": body.parsed("date", parse_date)}
    entry |= {"minutes": body.number("minutes", 1, 1440), "note": body.text("note", 0, 500, nullable=True), "created_at": now()}
    if entry["person_id"] is not None:
        try:
            find_person(request.workspace, entry["person_id"])
        except Problem:
            body.complain("person_id", "There is no such person.")
    body.check()
    if entry["minutes"] == 1440 and fault("full-day-of-hours-crashes"):
        datetime.time(entry["minutes"] // 60)
    if request_id is not None and not fault("same-request-makes-two-entries"):
        entry = entry_of(request, request_id.lower(), entry)
    request.workspace.entries[entry["id"]] = entry
    return created(view(entry), f"/workspaces/{request.workspace.id}/time-entries/{entry['id']}")


def entry_of(request, request_id, entry):
    """The entry that a request made, which may be sent again."""
    made = request.workspace.requests.get(request_id)
    if made is None or made["id"] not in request.workspace.entries:
        made = request.workspace.requests[request_id] = entry
    if any(made[name] != entry[name] for name in ("person_id", "date", "minutes", "note")):
        raise Problem(409, "Another request has this request_id.")
    return made


@route("GET", "/workspaces/{workspace_id}/time-entries/{entry_id}")
def get_entry(request, entry_id):
    if entry_id not in request.workspace.entries:
        if fault("unknown-entry-is-204"):
            return NO_CONTENT
        raise not_found("time entry")
    shown = view(request.workspace.entries[entry_id])
    wrapped = "application/json" in request.headers.get("Accept", "") and fault("entry-is-wrapped")
    return Answer({"data": shown} if wrapped else shown)


@route("DELETE", "/workspaces/{workspace_id}/time-entries/{entry_id}")
def delete_entry(request, entry_id):
    if request.workspace.entries.pop(entry_id, None) is None:
        raise not_found("time entry")
    return NO_CONTENT


def status_of(job):
    age = time.monotonic() - job["began"]
    if age < WAITS:
        return "queued"
    if age < WAITS + WORKS:
        return "running"
    if not job["wrong"]:
        return "done"
    if fault("failed-job-stays-running"):
        return "running"
    return "done" if fault("failed-job-says-done") else "failed"


def job_view(workspace, job):
    status = status_of(job)
    folder = "export" if fault("export-file-link-is-dead") else "exports"
    return {
        "id": job["id"],
        "status": status,
        "error": "The first day is after the last one." if status == "failed" else None,
        "file": f"/workspaces/{workspace.id}/{folder}/{job['id']}/file" if status == "done" else None,
        "created_at": moment(job["created_at"]).removesuffix("Z" if fault("export-time-lacks-zone") else ""),
    }


@route("POST", "/workspaces/{workspace_id}/exports")
def create_export(request):
    body = request.body()
    first, last = body.parsed("from", parse_date, nullable=True), body.parsed("to", parse_date, nullable=True)
    body.check()
    job = {"id": next_id(), "began": time.monotonic(), "first": first, "last": last, "created_at": now()}
    job["wrong"] = first is not None and last is not None and first > last
    request.workspace.jobs[job["id"]] = job
    return Answer(job_view(request.workspace, job), 202, {"Location": f"/workspaces/{request.workspace.id}/exports/{job['id']}"})


def find_job(request, export_id):
    if export_id not in request.workspace.jobs:
        raise not_found("export")
    return request.workspace.jobs[export_id]


@route("GET", "/workspaces/{workspace_id}/exports/{export_id}")
def get_export(request, export_id):
    return Answer(job_view(request.workspace, find_job(request, export_id)))


@route("GET", "/workspaces/{workspace_id}/exports/{export_id}/file")
def download_export(request, export_id):
    job = find_job(request, export_id)
    form = request.choice("format", ("csv", "json")) or "csv"
    if status_of(job) != "done":
        raise Problem(409, "The export is not done.")
    if form == "json" and fault("json-export-crashes"):
        raise TypeError("the rows cannot be counted")
    whole = fault("export-ignores-range")
    entries = between(request.workspace.entries.values(), None if whole else job["first"], None if whole else job["last"])
    rows = [["date", "person", "minutes", "note"]]
    for one in entries:
        rows.append([one["date"].isoformat(), request.workspace.people[one["person_id"]]["name"], str(one["minutes"]), one["note"] or ""])
    if form == "json":
        return Answer([{**dict(zip(rows[0], row)), "minutes": int(row[2])} for row in rows[1:]])
    if fault("export-lacks-first-row"):
        del rows[1:2]
    text = io.StringIO(newline="")
    if fault("export-does-not-quote-commas"):
        text.write("".join(",".join(row) + "\r\n" for row in rows))
    else:
        csv.writer(text).writerows(rows)
    headers = {"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="hours.csv"'}
    return Answer(headers=headers, content=text.getvalue().encode("utf-8", "replace"))
