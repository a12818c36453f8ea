"""Rooms and their bookings. Opening hours are in UTC."""

import hashlib
from datetime import datetime, timedelta, timezone

from xml.sax.saxutils import escape

from store import moment, next_id, now, parse_moment
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route

CLOCK = r"([01]\d|2[0-3]):[0-5]\d|24:00"
MOST_DAYS = 31
VERSIONS = ("2030-01-01", "2031-01-01")


def view(room):
    count = room["booked"] if fault("booking-count-keeps-cancelled") else len(room["bookings"])
    shown = {"id": room["id"], "name": room["name"], "opens": room["opens"], "closes": room["closes"], "hourly_rate": room["hourly_rate"]}
    return {**shown, "booking_count": count, "created_at": moment(room["created_at"])}


def as_xml(room):
    root = "item" if fault("xml-root-is-wrong") else "room"
    members = "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in view(room).items())
    return f'<?xml version="1.0" encoding="UTF-8"?><{root}>{members}</{root}>'


def shown_moment(value):
    """A time of a booking as it is told."""
    return moment(value - timedelta(hours=4) if fault("local-times-say-utc") else value)


def booking_view(booking):
    return {
        "id": booking["id"],
        "title": booking["title"].replace("&", "&amp;") if fault("booking-title-is-encoded") else booking["title"],
        "start_at": moment(booking["start"]),
        "end_at": shown_moment(booking["end"]),
        "minutes": int((booking["end"] - booking["start"]).total_seconds() // 60),
        "created_at": shown_moment(booking["created_at"]),
    }


def find(request, room_id):
    if room_id not in request.workspace.rooms:
        raise not_found("room")
    return request.workspace.rooms[room_id]


@route("GET", "/workspaces/{workspace_id}/rooms")
def list_rooms(request):
    direction = request.text("direction") or "asc"
    if direction != direction.lower() and fault("capital-direction-crashes"):
        raise KeyError(direction)
    if direction.lower() not in ("asc", "desc"):
        raise Problem(400, 'The parameter "direction" must be "asc" or "desc".')
    rooms = list(request.workspace.rooms.values())[:: -1 if direction.lower() == "desc" else 1]
    if fault("only-ten-rooms-are-listed"):
        rooms = rooms[:10]
    return Answer(request.page(rooms, (lambda _: False) if fault("rooms-are-false") else view))


@route("POST", "/workspaces/{workspace_id}/rooms")
def create_room(request):
    body = request.body()
    body.require("name")
    room = {"id": next_id(), "name": body.text("name", 1, 80), "bookings": {}, "cancelled": [], "booked": 0, "plan": None, "created_at": now()}
    room |= {"opens": body.text("opens", 5, 5, pattern=CLOCK) or "00:00", "closes": body.text("closes", 5, 5, pattern=CLOCK) or "24:00"}
    room["hourly_rate"] = body.decimal("hourly_rate", 0, 10000) or 0
    body.check()
    if room["opens"] >= room["closes"]:
        raise Problem(409, "The room must open before it closes.")
    request.workspace.rooms[room["id"]] = room
    return created(view(room), f"/workspaces/{request.workspace.id}/rooms/{room['id']}")


@route("GET", "/workspaces/{workspace_id}/rooms/{room_id}")
def get_room(request, room_id):
    room = find(request, room_id)
    if request.prefers("application/xml", "application/json"):
        content = as_xml(room).encode("utf-8", "replace")
        media = "application/json" if fault("xml-says-json") else "application/xml"
        return Answer(headers={"Content-Type": media, "Vary": "Accept"}, content=content)
    return Answer(view(room), headers={"Vary": "Accept"})


@route("PUT", "/workspaces/{workspace_id}/rooms/{room_id}/plan")
def put_plan(request, room_id):
    room = find(request, room_id)
    if request.media() != "application/octet-stream":
        raise Problem(415, "The body must be application/octet-stream.")
    if is_unchanged(request, room["plan"], heeded=not fault("if-match-of-upload-is-ignored")):
        if fault("unwanted-upload-is-304"):
            return Answer(status=304, headers={"ETag": tag_of(room["plan"])})
        raise Problem(412, "There is a plan already.")
    room["plan"] = request.octets.replace(b"\r\n", b"\n") if fault("plan-loses-carriage-returns") else request.octets
    return NO_CONTENT


def find_plan(request, room_id):
    plan = find(request, room_id)["plan"]
    if plan is None:
        raise not_found("plan")
    return plan


def tag_of(plan):
    return f'"{hashlib.sha256(plan).hexdigest()[:32]}"'


def names(header, plan, weak):
    """True if a header with entity tags, or with "*" for any, fits a plan, which may be None."""
    tags = [text.strip() for text in header.split(",")]
    return plan is not None and ("*" in tags or tag_of(plan) in tags or weak and f"W/{tag_of(plan)}" in tags)


def is_unchanged(request, plan, heeded=True):
    """True if the caller does not want a plan that it has, by the order of RFC 9110 13.2.2; what it may not do is refused."""
    wanted, unwanted = request.headers.get("If-Match"), request.headers.get("If-None-Match")
    if wanted is not None and heeded and not names(wanted, plan, weak=False):
        raise Problem(412, "The plan is another one.")
    return unwanted is not None and names(unwanted, plan, weak=True)


@route("GET", "/workspaces/{workspace_id}/rooms/{room_id}/plan")
def get_plan(request, room_id):
    plan = find_plan(request, room_id)
    unchanged = is_unchanged(request, plan)
    if fault("only-one-strong-tag-matches"):
        unchanged = request.headers.get("If-None-Match") == tag_of(plan)
    if unchanged:
        return Answer(status=304, headers={"ETag": tag_of(plan)})
    return Answer(headers={"Content-Type": "application/octet-stream", "ETag": tag_of(plan)}, content=plan)


@route("DELETE", "/workspaces/{workspace_id}/rooms/{room_id}/plan")
def delete_plan(request, room_id):
    if is_unchanged(request, find_plan(request, room_id)):
        raise Problem(412, "The plan is the one that was named.")
    find(request, room_id)["plan"] = None
    return NO_CONTENT


@route("DELETE", "/workspaces/{workspace_id}/rooms/{room_id}")
def delete_room(request, room_id):
    find(request, room_id)
    del request.workspace.rooms[room_id]
    return NO_CONTENT


def hours_on(room, day):
    """When a room opens and closes on a day."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=timezone.utc)
    spans = []
    for clock in (room["opens"], room["closes"]):
        hour, minute = map(int, clock.split(":"))
        spans.append(midnight + timedelta(hours=hour, minutes=minute))
    return spans


def is_busy(room, start, end, day):
    for one in [*room["bookings"].values(), *room["cancelled"]]:
        if one["start"] >= end or one["end"] <= start:
            continue
        opens, closes = hours_on(room, day)
        if fault("slots-ignore-all-day-booking") and one["start"] <= opens and one["end"] >= closes:
            continue
        if fault("first-of-month-looks-free") and day.day == 1:
            continue
        return True
    return False


@route("GET", "/workspaces/{workspace_id}/rooms/{room_id}/slots")
def list_slots(request, room_id):
    room = find(request, room_id)
    first, last = request.parsed("from", parse_moment), request.parsed("to", parse_moment)
    minutes = request.number("minutes", 15, 480, 60)
    if first is None or last is None:
        raise Problem(400, 'The parameters "from" and "to" are required.')
    if last <= first and fault("inverted-range-has-no-slots"):
        return Answer({"items": []})
    if not first < last or last - first > timedelta(days=MOST_DAYS):
        raise Problem(400, f'The parameter "to" must be after "from", by at most {MOST_DAYS} days.')
    slots, day = [], first.date()
    while day <= last.date():
        start, closes = hours_on(room, day)
        while start + timedelta(minutes=minutes) <= closes:
            end = start + timedelta(minutes=minutes)
            inside = start >= first and end <= last
            if fault("slots-outside-range"):
                inside = day <= last.date()
            if inside and not is_busy(room, start, end, day):
                slots.append({"start_at": moment(start), "end_at": moment(end)})
            start = end
        day += timedelta(days=1)
    return Answer({"items": slots[:10] if fault("only-ten-slots-are-listed") else slots})


def refuse_clash(room, start, end, but=None):
    opens, closes = hours_on(room, start.date())
    always = (room["opens"], room["closes"]) == ("00:00", "24:00")
    if not always and not (opens <= start and end <= closes) and not fault("booking-outside-opening-hours"):
        raise Problem(409, "The room is closed then.")
    for one in room["bookings"].values():
        if one is but:
            continue
        clash = one["start"] == start if fault("overlap-compares-start-only") else one["start"] < end and one["end"] > start
        if clash:
            raise Problem(409, "The room is taken then.")


def find_booking(room, booking_id):
    if booking_id not in room["bookings"]:
        raise not_found("booking")
    return room["bookings"][booking_id]


@route("GET", "/workspaces/{workspace_id}/rooms/{room_id}/bookings")
def list_bookings(request, room_id):
    version = request.headers.get("Bureau-Version")
    if version is None and fault("omitted-version-crashes"):
        raise KeyError("version")
    if version == VERSIONS[0] and fault("older-version-crashes"):
        raise KeyError(version)
    if version not in (None, *VERSIONS):
        raise Problem(400, f'The header "Bureau-Version" must be one of {", ".join(VERSIONS)}.')
    if room_id not in request.workspace.rooms and fault("unknown-room-has-bookings"):
        return Answer(request.page([], booking_view))
    bookings = list(find(request, room_id)["bookings"].values())
    page = request.page(bookings, booking_view)
    if fault("bookings-ignore-size"):
        page["items"] = [booking_view(one) for one in bookings]
    return Answer(page)


@route("POST", "/workspaces/{workspace_id}/rooms/{room_id}/bookings")
def create_booking(request, room_id):
    room = find(request, room_id)
    body = request.body()
    body.require("title", "start_at", "minutes")
    title, start, minutes = body.text("title", 1, 100), body.parsed("start_at", parse_moment), body.number("minutes", 5, 1440)
    body.check()
    end = start + timedelta(minutes=minutes)
    refuse_clash(room, start, end)
    booking = {"id": next_id(), "title": title, "start": start, "end": end, "created_at": now()}
    room["bookings"][booking["id"]] = booking
    room["booked"] += 1
    shown = booking_view(booking)
    if fault("new-booking-has-no-end"):
        del shown["end_at"]
    return created(shown, f"/workspaces/{request.workspace.id}/rooms/{room_id}/bookings/{booking['id']}")


@route("GET", "/workspaces/{workspace_id}/rooms/{room_id}/bookings/{booking_id}")
def get_booking(request, room_id, booking_id):
    return Answer(booking_view(find_booking(find(request, room_id), booking_id)))


@route("PATCH", "/workspaces/{workspace_id}/rooms/{room_id}/bookings/{booking_id}")
def update_booking(request, room_id, booking_id):
    room = find(request, room_id)
    booking = find_booking(room, booking_id)
    body = request.body()
    title, start, minutes = body.text("title", 1, 100), body.parsed("start_at", parse_moment), body.number("minutes", 5, 1440)
    body.check()
    long = int((booking["end"] - booking["start"]).total_seconds() // 60)
    begin = start or booking["start"]
    end = begin + timedelta(minutes=minutes or long)
    if start and not minutes and start < booking["end"] and fault("moved-start-keeps-end"):
        end = booking["end"]
    refuse_clash(room, begin, end, but=booking)
    booking |= {"start": begin, "end": end, "title": title or booking["title"]}
    return Answer(booking_view(booking))


@route("DELETE", "/workspaces/{workspace_id}/rooms/{room_id}/bookings/{booking_id}")
def delete_booking(request, room_id, booking_id):
    room = find(request, room_id)
    if fault("cancelled-booking-blocks-slots"):
        room["cancelled"].append(find_booking(room, booking_id))
    find_booking(room, booking_id)
    del room["bookings"][booking_id]
    return NO_CONTENT
