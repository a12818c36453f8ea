"""Workspaces, people and their tokens."""

import re
import time
from urllib.parse import quote

from store import TOKENS, issue, local_moment, moment, next_id, now, parse_moment
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route

SCOPES = ("write", "emails")
EMAIL = r"[^@\s]+@[^@\s]+"
STATES = {
    "en": {"open": "Open", "done": "Done", "archived": "Archived"},
    "de": {"open": "Offen", "done": "Erledigt", "archived": "Archiviert"},
}


def sees_emails(request):
    return "emails" in request.caller.scopes or fault("emails-need-no-scope")


def view(request, person):
    return {
        "id": person["id"],
        "name": person["name"],
        "email": person["email"] if sees_emails(request) else None,
        "attributes": person["attributes"],
        "created_at": moment(person["created_at"]),
        "updated_at": moment(person["updated_at"]),
        **({"pin": person["pin"]} if person["pin"] is not None and fault("pin-is-shown") else {}),
    }


def read_view(request, person):
    """A person who is read alone, or as a member of a team."""
    shown = view(request, person)
    if fault("read-person-has-local-time"):
        shown["created_at"] = local_moment(person["created_at"])
    return shown


def workspace_view(workspace):
    path = f"/workspaces/{workspace.id}"
    start = path + path if fault("links-repeat-path") else path
    links = {name: f"{start}/{name}" for name in ("people", "projects", "rooms", "events", "devices")}
    return {"id": workspace.id, "name": workspace.name, "links": links}


@route("GET", "/workspaces")
def list_workspaces(request):
    return Answer(request.page([request.caller.workspace], workspace_view))


@route("GET", "/workspaces/{workspace_id}")
def get_workspace(request):
    return Answer(workspace_view(request.workspace))


@route("GET", "/workspaces/{workspace_id}/stats")
def get_stats(request):
    def count(items):
        return sum(1 for item in items if not item["deleted"] or fault("stats-count-deleted"))

    projects = [one for one in request.workspace.projects.values() if not one["deleted"]]
    return Answer({"people": count(request.workspace.people.values()), "projects": len(projects)})


@route("GET", "/me")
def get_me(request):
    caller = request.caller
    return Answer({
        "workspace_id": caller.workspace.id,
        "person_id": caller.person_id,
        "role": "owner" if caller.person_id is None else "member",
    })


@route("GET", "/task-states")
def list_task_states(request):
    language = best_language(request.headers.get("Accept-Language", ""))
    shown = "en" if fault("german-answer-says-english") else language
    headers = {"Content-Language": shown, "Vary": "Accept-Language", "Cache-Control": "private, max-age=300"}
    if fault("vary-misses-language"):
        del headers["Vary"]
    return Answer({"items": [{"code": code, "label": label} for code, label in STATES[language].items()]}, headers=headers)


def best_language(header):
    wanted = []
    for position, part in enumerate(header.split(",")):
        tag, _, weight = part.strip().partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            quality = 0.0
        wanted.append((-quality, position, tag.strip().lower().split("-")[0]))
    for quality, _, tag in sorted(wanted):
        if quality < 0 and tag in STATES:
            return tag
    return "en"


def find(workspace, person_id):
    person = workspace.people.get(person_id)
    if person is None or person["deleted"]:
        raise not_found("person")
    return person


def named(items, descending):
    """In the order of names, whatever the case of their letters; items of the same name in that of their ids."""
    key = (lambda one: one["name"]) if fault("sort-puts-capitals-first") else (lambda one: one["name"].casefold())
    return sorted(items, key=key, reverse=descending)


def ordered(request, items):
    sort = request.choice("sort", ("name", "-name", "created_at", "-created_at")) or "created_at"
    if fault("descending-is-ignored"):
        sort = sort.removeprefix("-")
    if sort.endswith("name"):
        return named(items, sort[0] == "-")
    return items[::-1] if sort[0] == "-" else items


def has_part(text, part):
    """True if a text has a part, whatever the case of letters."""
    if not fault("wildcards-in-search-match"):
        return part.casefold() in text.casefold()
    pattern = "".join({"%": ".*", "_": "."}.get(one, re.escape(one)) for one in part.casefold())
    return re.search(pattern, text.casefold(), re.DOTALL) is not None


def searched(request):
    """The people whom the parameters look for."""
    search, query = request.text("search"), request.text("q")
    if query is not None and ":" not in query:
        raise Problem(400, 'The parameter "q" must have the form "attribute:value".')
    found = [one for one in request.workspace.people.values() if not one["deleted"]]
    if search and '"' in search and fault("quotes-in-search-crash"):
        raise ValueError("the query cannot be parsed")
    if search:
        found = [one for one in found if has_part(one["name"], search) or sees_emails(request) and has_part(one["email"] or "", search)]
    if query is not None and not (search and fault("search-ignores-attribute-query")):
        name, _, value = query.partition(":")
        found = [one for one in found if one["attributes"].get(name) == value and not fault("attribute-query-finds-nothing")]
    return found


@route("GET", "/workspaces/{workspace_id}/people")
def list_people(request):
    found = searched(request)
    filtered = request.text("search") or request.text("q")
    if not (filtered and fault("filtered-people-are-not-sorted")):
        found = ordered(request, found)
    page = request.page(found, lambda one: view(request, one))
    short = request.text("search") and fault("ids-of-search-are-of-one-page")
    page["ids"] = [one["id"] for one in (found[: page["size"]] if short else found)]
    if request.text("search") and fault("total-of-search-is-negative"):
        page["total"] = -2
    if len(page["items"]) == page["size"] and fault("page-of-people-lacks-last"):
        page["items"].pop()
    return Answer(page)


@route("GET", "/workspaces/{workspace_id}/people-count")
def count_people(request):
    found = searched(request)
    if fault("people-without-email-do-not-count"):
        found = [one for one in found if one["email"] is not None]
    return Answer({"count": len(found)})


def read(body):
    """What a body says of a person, and nothing else."""
    said = {"name": body.text("name", 1, 80), "email": body.text("email", 3, 120, nullable=True, pattern=EMAIL)}
    said["pin"] = body.text("pin", 4, 4, nullable=True, pattern="[0-9]{4}")
    attributes = body.object("attributes")
    if attributes is not None:
        said["attributes"] = attributes.members
        if len(attributes.members) > 10:
            body.complain("attributes", "It must have at most 10 members.")
        for name in attributes.members:
            attributes.text(name, 0, 100)
        body.absorb(attributes)
    if fault("created-at-can-be-sent"):
        said["created_at"] = body.parsed("created_at", parse_moment)
    return {name: value for name, value in said.items() if name in body}


def refuse_twin(workspace, email, but=None):
    for one in workspace.people.values():
        if one["deleted"] or one is but or email is None or one["email"] is None:
            continue
        if one["email"] == email or one["email"].lower() == email.lower() and not fault("email-case-makes-second-person"):
            raise Problem(409, "Another person has this e-mail address.")


@route("POST", "/workspaces/{workspace_id}/people")
def create_person(request):
    body = request.body()
    body.require("name")
    said = read(body)
    body.check()
    refuse_twin(request.workspace, said.get("email"))
    moment_of_creation = now()
    person = {"id": next_id(), "name": "", "email": None, "pin": None, "attributes": {}, "deleted": False}
    person |= {"created_at": moment_of_creation, "updated_at": moment_of_creation, **said}
    request.workspace.people[person["id"]] = person
    if fault("new-person-has-no-location"):
        return Answer(view(request, person), 201)
    return created(view(request, person), f"/workspaces/{request.workspace.id}/people/{person['id']}")


@route("GET", "/workspaces/{workspace_id}/people/{person_id}")
def get_person(request, person_id):
    shown = read_view(request, find(request.workspace, person_id))
    if request.caller.person_id == person_id and fault("own-email-is-hidden"):
        shown["email"] = None
    return Answer(shown)


@route("PATCH", "/workspaces/{workspace_id}/people/{person_id}")
def update_person(request, person_id):
    person = find(request.workspace, person_id)
    body = request.body()
    said = read(body)
    body.check()
    if fault("taken-email-crashes-change"):
        others = [one for one in request.workspace.people.values() if one is not person and not one["deleted"]]
        assert said.get("email") is None or all(one["email"] != said["email"] for one in others)
    try:
        refuse_twin(request.workspace, said.get("email"), but=person)
    except Problem:
        if fault("change-to-taken-email-is-400"):
            raise Problem(400, "The person cannot be updated.") from None
        raise
    if "attributes" in said and "email" not in said and fault("attribute-update-clears-email"):
        said["email"] = None
    person |= {**said, "updated_at": now()}
    request.workspace.people[person_id] = person
    return Answer(view(request, person))


@route("GET", "/workspaces/{workspace_id}/people/{person_id}/attributes/{name}")
def get_attribute(request, person_id, name):
    attributes = find(request.workspace, person_id)["attributes"]
    if name not in attributes:
        raise not_found("attribute")
    return Answer({"attributes": attributes if fault("one-attribute-answers-all") else {name: attributes[name]}})


@route("PUT", "/workspaces/{workspace_id}/people/{person_id}/attributes/{name}")
def set_attribute(request, person_id, name):
    person = find(request.workspace, person_id)
    body = request.body()
    body.require("value")
    value = body.text("value", 0, 100)
    body.check()
    known = name in person["attributes"]
    if not known and len(person["attributes"]) >= 10:
        raise Problem(409, "The person has ten attributes.")
    person |= {"attributes": {**person["attributes"], name: value}, "updated_at": now()}
    shown = {"attributes": {name: value}}
    if known:
        return Answer(shown)
    twice = "attributes/" if name.startswith("attributes") and fault("location-repeats-segment") else ""
    return created(shown, f"/workspaces/{request.workspace.id}/people/{person_id}/attributes/{twice}{quote(name, safe='')}")


def touch(team):
    """Notes that a team was changed, or its members were."""
    team |= {"version": team["version"] + 1, "updated_at": now()}


def leave_teams(workspace, person_id):
    for team in workspace.teams.values():
        if person_id == team["lead_id"] or person_id in team["member_ids"]:
            team |= {"lead_id": None if person_id == team["lead_id"] else team["lead_id"], "member_ids": [one for one in team["member_ids"] if one != person_id]}
            touch(team)


@route("DELETE", "/workspaces/{workspace_id}/people/{person_id}")
def delete_person(request, person_id):
    person = find(request.workspace, person_id)
    if fault("person-with-hours-cannot-be-deleted"):
        assert all(one["person_id"] != person_id for one in request.workspace.entries.values())
    person["deleted"] = True
    for project in request.workspace.projects.values():
        if person_id in project["member_ids"]:
            project["member_ids"].remove(person_id)
            project["twice_ids"] = [one for one in project["twice_ids"] if one != person_id]
    leave_teams(request.workspace, person_id)
    return NO_CONTENT


def token_view(token):
    return {"id": token.id, "label": token.label, "device": token.device, "scopes": list(token.scopes), "created_at": moment(token.created_at)}


def secret_token_view(token):
    return {**token_view(token), "token": token.text}


def tokens_of(person_id):
    return [one for one in TOKENS.values() if one.person_id == person_id and one.revoked_at is None]


@route("GET", "/workspaces/{workspace_id}/people/{person_id}/tokens")
def list_tokens(request, person_id):
    find(request.workspace, person_id)
    found = tokens_of(person_id)
    if fault("tokens-without-device-are-shown"):
        others = [one for other_id in request.workspace.people if other_id != person_id for one in tokens_of(other_id)]
        found += [one for one in others if one.device is None]
    page = request.page(found, secret_token_view if fault("token-list-has-secrets") else token_view)
    if fault("later-pages-of-tokens-begin-at-first"):
        page["items"] = [token_view(one) for one in found[: page["page"] * page["size"]]]
    return Answer(page)


@route("POST", "/workspaces/{workspace_id}/people/{person_id}/tokens")
def create_token(request, person_id):
    find(request.workspace, person_id)
    body = request.body()
    body.require("label")
    label, device, scopes = body.text("label", 1, 60), body.text("device", 1, 60, nullable=True), body.list("scopes", 0, 2)
    if any(one not in SCOPES for one in scopes or []) or len(set(map(str, scopes or []))) < len(scopes or []):
        body.complain("scopes", f"It must have different ones of {', '.join(SCOPES)}.")
    body.check()
    if "device" not in body and fault("token-without-device-crashes"):
        raise KeyError("device")
    granted = SCOPES if scopes is None else tuple(scopes)
    if not set(granted) <= set(request.caller.scopes):
        raise Problem(403, "The caller's own token lacks a scope of the new one.")
    return Answer(secret_token_view(issue(request.workspace, person_id, label, device, granted)), 201)


@route("DELETE", "/workspaces/{workspace_id}/people/{person_id}/tokens/{token_id}")
def revoke_token(request, person_id, token_id):
    find(request.workspace, person_id)
    for token in tokens_of(person_id):
        if token.id == token_id:
            token.revoked_at = time.monotonic()
            return NO_CONTENT
    raise not_found("token")
