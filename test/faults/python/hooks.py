"""Hooks, which are told of what happens. Their list has no pages that are counted: each one leads to the next."""

import re

from store import moment, next_id, now
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route

EVENTS = ("person_added", "task_done", "room_booked")
CHANGEABLE = ("url", "scope", "events")
URL = r"https://[a-z0-9.-]+(/[a-z0-9.-]*)*"


def view(hook):
    return {
        "id": hook["id"],
        "url": hook["url"],
        "scope": hook["scope"],
        "events": hook["events"],
        "created_at": moment(hook["created_at"]),
    }


def find(request, hook_id):
    if hook_id not in request.workspace.hooks:
        raise not_found("hook")
    return request.workspace.hooks[hook_id]


def read(body):
    said = {"url": body.text("url", 1, 200, pattern=URL), "scope": body.choice("scope", ("all", "some")), "events": body.list("events", 0, 3)}
    events = said["events"] or []
    if any(one not in EVENTS for one in events) or len(set(map(str, events))) < len(events):
        body.complain("events", f"It must have different ones of {', '.join(EVENTS)}.")
    body.check()
    return {name: value for name, value in said.items() if name in body}


def refuse_unknown(body):
    for name in body.members:
        if name not in CHANGEABLE and not fault("unknown-members-of-hook-are-dropped"):
            body.complain(name.replace("~", "~0").replace("/", "~1"), "It cannot be changed.")


def refuse_needless(scope, events):
    if scope == "all" and events:
        raise Problem(409, "A hook for all events has none of its own.")


def after(request, hooks):
    """The hooks after the one that a cursor names."""
    cursor = request.text("after")
    if cursor is None:
        return hooks
    if not re.fullmatch(r"h\d{1,9}", cursor, re.ASCII):
        raise Problem(400, 'The parameter "after" must be a "next" of this list.')
    last = int(cursor[1:])
    if fault("next-hooks-skip-same-second"):
        seconds = {one["id"]: int(one["created_at"].timestamp()) for one in hooks}
        return [one for one in hooks if seconds[one["id"]] > seconds.get(last, 0)]
    return [one for one in hooks if one["id"] > last]


def next_of(request, found, page, size):
    """The cursor of the next part of the hooks that were found after another one, or None."""
    rest = request.workspace.hooks if fault("next-of-hooks-ignores-place") else found
    if len(rest) <= size:
        return None
    return f"h{page[-1]['id']}" if page else request.text("after")


@route("GET", "/workspaces/{workspace_id}/hooks")
def list_hooks(request):
    size = request.number("size", 1, 50, 10)
    found = after(request, list(request.workspace.hooks.values()))
    page = found[:size]
    count = size if fault("count-of-hooks-is-asked-size") else len(page)
    return Answer({"items": [view(one) for one in page], "count": count, "next": next_of(request, found, page, size)})


@route("POST", "/workspaces/{workspace_id}/hooks")
def create_hook(request):
    body = request.body()
    body.require("url")
    hook = {"id": next_id(), "scope": "some", "events": [], "created_at": now(), **read(body)}
    refuse_needless(hook["scope"], hook["events"])
    request.workspace.hooks[hook["id"]] = hook
    return created(view(hook), f"/workspaces/{request.workspace.id}/hooks/{hook['id']}")


@route("GET", "/workspaces/{workspace_id}/hooks/{hook_id}")
def get_hook(request, hook_id):
    return Answer(view(find(request, hook_id)))


@route("PATCH", "/workspaces/{workspace_id}/hooks/{hook_id}")
def update_hook(request, hook_id):
    hook = find(request, hook_id)
    body = request.body()
    refuse_unknown(body)
    said = read(body)
    if not fault("hook-for-all-takes-events"):
        refuse_needless(said.get("scope", hook["scope"]), said.get("events", hook["events"]))
    hook |= said
    return Answer(view(hook))


@route("DELETE", "/workspaces/{workspace_id}/hooks/{hook_id}")
def delete_hook(request, hook_id):
    find(request, hook_id)
    del request.workspace.hooks[hook_id]
    return NO_CONTENT
