"""Absences, which are requested, then decided or cancelled."""

from store import moment, next_id, now
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, page_links, route, turns

STATES = ("requested", "approved", "rejected", "cancelled")
ORDERS = ("days", "-days", "created_at", "-created_at")


def view(absence):
    return {
        "id": absence["id"],
        "reason": absence["reason"],
        "days": absence["days"],
        "note": absence["note"],
        "state": absence["state"],
        "decided_at": moment(absence["decided_at"]),
        "created_at": moment(absence["created_at"]),
    }


def find(request, absence_id):
    if absence_id not in request.workspace.absences:
        raise not_found("absence")
    return request.workspace.absences[absence_id]


def in_order(found, names):
    for name in reversed(names):
        member = name.removeprefix("-")
        as_text = member == "days" and fault("days-are-sorted-as-text")
        found = sorted(found, key=lambda one: str(one[member]) if as_text else one[member], reverse=name[0] == "-")
    return found


@route("GET", "/workspaces/{workspace_id}/absences")
def list_absences(request):
    states, names = request.choices("state", STATES), request.choices("sort", ORDERS, separator=",")
    if fault("only-first-state-filters"):
        states = states[:1]
    if fault("only-last-order-of-absences-counts"):
        names = names[-1:]
    found = [one for one in request.workspace.absences.values() if not states or one["state"] in states]
    page = request.page(in_order(found, names), view)
    return Answer(page, headers=links(request, page))


def links(request, page):
    """The header Link to the pages before and after one, which are of the same list."""
    pages = turns(page, beyond=fault("last-page-leads-on"))
    if "prev" in pages and fault("previous-page-is-same-page"):
        pages["prev"] = page["page"]
    query = {} if fault("linked-pages-are-of-all") else request.query
    return page_links(f"/workspaces/{request.workspace.id}/absences", query, pages)


@route("POST", "/workspaces/{workspace_id}/absences")
def create_absence(request):
    body = request.body()
    body.require("reason", "days")
    absence = {"id": next_id(), "reason": body.text("reason", 1, 100), "days": body.number("days", -200 if fault("negative-days-are-accepted") else 1, 200)}
    absence |= {"note": body.text("note", 0, 500, nullable=True), "state": "requested", "decided_at": None, "created_at": now()}
    if body.errors and fault("refused-absence-names-no-member"):
        raise Problem(422, "The content is not valid.")
    body.check()
    request.workspace.absences[absence["id"]] = absence
    return created(view(absence), f"/workspaces/{request.workspace.id}/absences/{absence['id']}")


@route("GET", "/workspaces/{workspace_id}/absences/{absence_id}")
def get_absence(request, absence_id):
    return Answer(view(find(request, absence_id)))


@route("DELETE", "/workspaces/{workspace_id}/absences/{absence_id}")
def delete_absence(request, absence_id):
    find(request, absence_id)
    del request.workspace.absences[absence_id]
    return NO_CONTENT


def move(request, absence_id, state, sources):
    absence = find(request, absence_id)
    if absence["state"] not in sources:
        if state == "cancelled" and fault("late-cancellation-crashes"):
            raise KeyError(absence["state"])
        if state == "rejected" and absence["state"] == "approved" and fault("late-rejection-still-counts"):
            absence["state"] = state
        raise Problem(409, "The absence is in another state.")
    absence["state"] = state
    if state != "cancelled":
        absence["decided_at"] = now()
    return Answer(view(absence))


@route("POST", "/workspaces/{workspace_id}/absences/{absence_id}/approve")
def approve_absence(request, absence_id):
    return move(request, absence_id, "approved", ("requested", "cancelled") if fault("cancelled-absence-is-approved") else ("requested",))


@route("POST", "/workspaces/{workspace_id}/absences/{absence_id}/reject")
def reject_absence(request, absence_id):
    return move(request, absence_id, "rejected", ("requested",))


@route("POST", "/workspaces/{workspace_id}/absences/{absence_id}/cancel")
def cancel_absence(request, absence_id):
    return move(request, absence_id, "cancelled", ("requested", "approved"))
