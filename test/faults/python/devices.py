"""Devices and what they measure."""

import math
import re

from store import WORKSPACES, moment, next_id, now, parse_moment
from web import LARGEST_BODY, NO_CONTENT, Answer, Problem, created, fault, not_found, route


def view(device):
    return {"id": device["id"], "name": device["name"], "location": device["location"], "version": device["version"], "settings": sent_back(device["settings"]), "is_on": device["is_on"] or (None if device["commands"] == 0 and fault("untouched-device-is-null") else False), "created_at": moment(device["created_at"])}


def sent_back(value):
    """Any JSON as it was sent."""
    if not fault("large-integer-in-settings-is-rounded"):
        return value
    if isinstance(value, dict):
        return {name: sent_back(one) for name, one in value.items()}
    if isinstance(value, list):
        return [sent_back(one) for one in value]
    return int(float(value)) if type(value) is int and abs(value) < 1e300 else value


def is_storable(value, levels=20):
    """True for JSON that has at most some levels, and no numbers beyond those of a double."""
    if isinstance(value, (dict, list)):
        return levels > 0 and all(is_storable(one, levels - 1) for one in (value.values() if isinstance(value, dict) else value))
    return not isinstance(value, float) or math.isfinite(value)


def reading_view(reading):
    return {"at": moment(reading["at"]), "values": reading["values"]}


def find(request, device_id):
    if device_id not in request.workspace.devices:
        raise not_found("device")
    return request.workspace.devices[device_id]


@route("GET", "/workspaces/{workspace_id}/devices")
def list_devices(request):
    found = list(request.workspace.devices.values())
    if fault("devices-of-all-workspaces-are-listed"):
        found = [device for workspace in WORKSPACES.values() for device in workspace.devices.values()]
    return Answer(request.page(found, view))


def read(body):
    said = {"name": body.text("name", 1, 80), "location": body.text("location", 0, LARGEST_BODY, nullable=True)}
    settings = body.object("settings")
    if settings is not None:
        said["settings"] = settings.members
        if len(settings.members) > 20 or not is_storable(settings.members):
            body.complain("settings", "It must have at most 20 members and 20 levels.")
    body.check()
    if any(one > "\uffff" for one in said["name"] or "") and fault("emoji-in-name-crashes"):
        raise ValueError("the column has three octets for a character")
    if len(said["location"] or "") > 255 and fault("long-location-crashes"):
        raise OverflowError("the column is too short")
    return {name: value for name, value in said.items() if name in body}


@route("POST", "/workspaces/{workspace_id}/devices")
def create_device(request):
    body = request.body()
    body.require("name")
    device = {"id": next_id(), "location": None, "version": 1, "settings": {}, "is_on": False, "commands": 0, "readings": [], "created_at": now(), **read(body)}
    request.workspace.devices[device["id"]] = device
    return created(view(device), f"/workspaces/{request.workspace.id}/devices/{device['id']}")


@route("GET", "/workspaces/{workspace_id}/devices/{device_id}")
def get_device(request, device_id):
    if device_id not in request.workspace.devices and fault("unknown-device-is-success"):
        return Answer({"success": True})
    return Answer(view(find(request, device_id)))


@route("PATCH", "/workspaces/{workspace_id}/devices/{device_id}")
def update_device(request, device_id):
    device = find(request, device_id)
    body = request.body()
    body.require("version")
    version = body.number("version", 1, 10**9)
    said = read(body)
    if version != device["version"] and not fault("stale-version-overwrites"):
        raise Problem(409, "The device was changed since.")
    reset = {"location": None, "settings": {}} if fault("change-resets-omitted-of-device") else {}
    device |= {**reset, **said, "version": device["version"] + 1}
    return Answer(view(device))


@route("DELETE", "/workspaces/{workspace_id}/devices/{device_id}")
def delete_device(request, device_id):
    find(request, device_id)
    del request.workspace.devices[device_id]
    return NO_CONTENT


def parse_as_utc(text):
    """A moment whose offset from UTC is ignored. Only faults ask for it."""
    parse_moment(text)
    return parse_moment(re.sub(r"[+-]\d\d:\d\d$", "Z", text))


def parse_bound(text):
    """A moment that bounds a list."""
    return parse_as_utc(text) if fault("offset-of-range-is-ignored") else parse_moment(text)


def parse_measured(text):
    """When something was measured."""
    return parse_as_utc(text) if fault("offset-of-measurement-is-dropped") else parse_moment(text)


@route("GET", "/workspaces/{workspace_id}/devices/{device_id}/readings")
def list_readings(request, device_id):
    device = find(request, device_id)
    first, last = request.parsed("from", parse_bound), request.parsed("to", parse_bound)
    if first is not None and first == last and fault("range-of-one-moment-is-refused"):
        raise Problem(400, 'The parameter "to" must be after "from".')
    found = [one for one in device["readings"] if (first is None or one["at"] >= first) and (last is None or one["at"] <= last)]
    if last is not None and fault("readings-of-last-day-are-missing"):
        found = [one for one in found if one["at"].date() < last.date()]
    if first is not None and last is not None and fault("range-answers-latest"):
        found = sorted(device["readings"], key=lambda one: one["at"])[-1:]
    found = sorted(found, key=lambda one: one["at"])
    if first is not None and fault("first-reading-has-asked-time"):
        found[:1] = [{**one, "at": first} for one in found[:1]]
    return Answer(request.page(found, reading_view))


@route("POST", "/workspaces/{workspace_id}/commands")
def send_command(request):
    body = request.body()
    body.require("device_id", "command")
    device_id, command = body.number("device_id", 1, 10**9), body.choice("command", ("turn_on", "turn_off"))
    device = request.workspace.devices.get(device_id)
    if device is None and device_id is not None and not fault("command-to-nothing-succeeds"):
        body.complain("device_id", "There is no such device.")
    body.check()
    if device is None:
        return Answer({"changed": []})
    device["is_on"] = command == "turn_on"
    device["commands"] += 1
    return Answer({"changed": [view(device)]}, 201 if fault("command-is-201") else 200)


def is_measure(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 1e9


@route("POST", "/workspaces/{workspace_id}/devices/{device_id}/readings")
def add_readings(request, device_id):
    device = find(request, device_id)
    body = request.body()
    body.require("readings")
    readings = []
    for part in body.objects("readings", 1, 50):
        part.require("at", "values")
        at, values = part.parsed("at", parse_measured), part.object("values")
        if values is not None and not (1 <= len(values.members) <= 20 and all(map(is_measure, values.members.values()))):
            part.complain("values", "It must have 1 to 20 numbers.")
        body.absorb(part)
        readings.append({"at": at, "values": values and values.members})
    body.check()
    count = len(readings)
    if fault("readings-with-other-keys-are-lost"):
        keys = readings[0]["values"].keys()
        readings = [one for one in readings if one["values"].keys() == keys]
    device["readings"] += readings
    return Answer({"stored": count}, 201)


@route("GET", "/workspaces/{workspace_id}/devices/{device_id}/latest")
def get_latest(request, device_id):
    readings = find(request, device_id)["readings"]
    if not readings and fault("nothing-measured-crashes"):
        raise IndexError(device_id)
    if not fault("latest-is-last-received"):
        readings = sorted(readings, key=lambda one: one["at"])
    latest = {}
    for one in readings:
        for name, value in one["values"].items():
            latest[name] = {"at": moment(one["at"]), "value": value}
    if fault("only-first-measure-is-latest"):
        latest = dict([*latest.items()][:1])
    return Answer({"values": latest})
