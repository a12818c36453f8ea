"""Events that repeat at the same local time, and their occurrences."""

import json
import re
from datetime import datetime, timedelta, timezone

from store import moment, next_id, now, parse_moment
from web import NO_CONTENT, Answer, Body, Problem, created, fault, not_found, route, web_page

# Hours from UTC in winter. In summer all but UTC have one more, by the rule of the European Union.
ZONES = {"UTC": 0, "Europe/Berlin": 1, "Europe/Lisbon": 0, "Europe/Helsinki": 2}


def last_sunday(year, month):
    day = datetime(year, month, 31, 1, tzinfo=timezone.utc)
    return day - timedelta(days=(day.weekday() + 1) % 7)


def is_summer(instant, zone):
    return zone != "UTC" and last_sunday(instant.year, 3) <= instant < last_sunday(instant.year, 10)


def occurrence(event, index):
    """When an event takes place for the index-th time, from 0."""
    later = event["start"] + timedelta(days=7 * index)
    if not fault("repeat-shifts-at-clock-change"):
        first, then = is_summer(event["start"], event["time_zone"]), is_summer(later, event["time_zone"])
        later += timedelta(hours=int(first) - int(then))
    return later


def occurrences(event):
    found = []
    for index in range(event["count"]):
        planned, moved = occurrence(event, index), event["moved"].get(index)
        if moved is not None and is_summer(planned, event["time_zone"]) and fault("moved-occurrence-stays-as-well"):
            found.append((index, planned, False))
        found.append((index, moved or planned, moved is not None))
    return sorted(found, key=lambda one: one[1])


def occurrence_view(event, found):
    index, start, moved = found
    return {"index": index, "start_at": moment(start), "end_at": moment(start + timedelta(minutes=event["minutes"])), "moved": moved}


def view(event):
    return {
        "id": event["id"],
        "title": event["title"],
        "start_at": moment(event["start"]),
        "minutes": event["minutes"],
        "time_zone": event["time_zone"],
        "count": event["count"],
        **({} if event["reminder"] is None else {"reminder": event["reminder"]}),
        "created_at": moment(event["created_at"]),
    }


def find(request, event_id):
    if event_id == 0 and fault("event-0-crashes"):
        raise IndexError(event_id)
    if event_id not in request.workspace.events:
        raise not_found("event")
    return request.workspace.events[event_id]


@route("GET", "/workspaces/{workspace_id}/events")
def list_events(request):
    if fault("event-list-is-not-found"):
        return web_page(404, "The page you requested was not found.")
    if len(request.text("size") or "") < 10 and (request.text("size") or "").isdigit() and int(request.text("size")) > 50 and fault("too-large-size-crashes"):
        raise OverflowError("the limit has no problem of its own")
    return Answer(request.page(list(request.workspace.events.values()), view))


@route("GET", "/time-zones", public=True)
def list_time_zones(request):
    if request.headers.get("Authorization") and fault("credentials-crash-public-list"):
        raise KeyError("session")
    headers = {"Content-Type": "text/plain; charset=utf-8"} if fault("zones-are-plain-text") else {}
    return Answer({"items": [{"name": name, "winter_hours": hours} for name, hours in ZONES.items()]}, headers=headers)


# The time zones of points on the earth: south, north, west and east, in degrees.
AREAS = {"Europe/Lisbon": (36.9, 42.2, -9.6, -6.2), "Europe/Berlin": (47.3, 55.1, 5.9, 15.1), "Europe/Helsinki": (59.8, 70.1, 20.5, 31.6)}


def degrees(request, name, most):
    text = request.text(name) or ""
    if not re.fullmatch(r"-?\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,3})?", text, re.ASCII) or abs(float(text)) > most and not fault("point-off-the-earth-has-no-zone"):
        raise Problem(400, f'The parameter "{name}" must be a number from -{most} to {most}.')
    return float(text)


@route("GET", "/time-zone-at", public=True)
def find_time_zone(request):
    latitude, longitude = degrees(request, "latitude", 90), degrees(request, "longitude", 180)
    names = [name for name, (south, north, west, east) in AREAS.items() if south <= latitude <= north and west <= longitude <= east]
    return Answer({"name": names[0] if names else None})


def read_reminder(body):
    part = body.object("reminder")
    if part is None:
        return None
    part.require("kind")
    if not (fault("unknown-reminder-is-kept") and isinstance(part.members.get("kind"), str)):
        part.choice("kind", ("email", "popup"))
    if part.members.get("kind") == "email":
        part.require("address")
        part.text("address", 3, 120, pattern=r"[^@\s]+@[^@\s]+")
    elif part.members.get("kind") == "popup":
        part.require("minutes_before")
        part.number("minutes_before", 0, 10080)
    body.absorb(part)
    return {name: part.members[name] for name in ("kind", "address", "minutes_before") if name in part}


def plain_body(request):
    """What is understood of a body that is not declared as JSON: neither its types nor what is optional. Only a fault asks for it."""
    members = json.loads(request.octets)
    return Body({"title": str(members.get("title")), "start_at": members.get("start_at")})


@route("POST", "/workspaces/{workspace_id}/events")
def create_event(request):
    if not request.octets and fault("empty-body-crashes"):
        raise TypeError("the body is None")
    unchecked = request.media() == "text/plain" and fault("plain-text-makes-event-in-part")
    body = plain_body(request) if unchecked else request.body()
    body.require("title", "start_at")
    event = {"id": next_id(), "title": body.text("title", 1, 100), "start": body.parsed("start_at", parse_moment), "moved": {}}
    event |= {"minutes": body.number("minutes", 1, 1440) or 60, "count": body.number("count", 1, 60) or 1, "created_at": now()}
    event["reminder"] = read_reminder(body)
    event["time_zone"] = body.choice("time_zone", tuple(ZONES)) or "UTC"
    body.check()
    request.workspace.events[event["id"]] = event
    return created(view(event), f"/workspaces/{request.workspace.id}/events/{event['id']}")


@route("GET", "/workspaces/{workspace_id}/events/{event_id}")
def get_event(request, event_id):
    if fault("single-event-is-not-found"):
        raise not_found("event")
    return Answer(view(find(request, event_id)))


@route("DELETE", "/workspaces/{workspace_id}/events/{event_id}")
def delete_event(request, event_id):
    if event_id not in request.workspace.events and fault("deleting-nothing-crashes"):
        raise KeyError(event_id)
    find(request, event_id)
    del request.workspace.events[event_id]
    return NO_CONTENT


@route("GET", "/workspaces/{workspace_id}/events/{event_id}/occurrences")
def list_occurrences(request, event_id):
    event = find(request, event_id)
    return Answer(request.page(occurrences(event), lambda one: occurrence_view(event, one)))


@route("PUT", "/workspaces/{workspace_id}/events/{event_id}/occurrences/{index}")
def move_occurrence(request, event_id, index):
    event = find(request, event_id)
    if index >= event["count"]:
        raise not_found("occurrence")
    body = request.body()
    body.require("start_at")
    start = body.parsed("start_at", parse_moment)
    body.check()
    event["moved"][index] = start
    return Answer(occurrence_view(event, (index, start, True)))
