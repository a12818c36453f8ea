"""Teams of people, whose names are unique, and who leads them."""

import json

from people import find as find_person
from people import touch
from people import read_view as person_view
from rooms import names, tag_of
from store import moment, next_id, now
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route

# Words with one blank between them.
NAME = r"[^ \t]+( [^ \t]+)*"


def lead_view(request, team):
    if team["lead_id"] is None:
        return None
    name = request.workspace.people[team["lead_id"]]["name"]
    if fault("name-of-lead-is-encoded-twice"):
        name = name.encode("utf-8", "replace").decode("latin-1")
    return {"id": team["lead_id"], "name": name}


def view(request, team):
    return {
        "id": team["id"],
        "name": team["name"],
        "lead": lead_view(request, team),
        "member_count": len(team["member_ids"]),
        "created_at": moment(team["created_at"]),
        "updated_at": moment(team["updated_at"]),
    }


def find(request, team_id):
    if team_id not in request.workspace.teams:
        raise not_found("team")
    return request.workspace.teams[team_id]


def read(request, body):
    said = {"name": body.text("name", 1, 60, pattern=None if fault("blanks-make-second-team") else NAME), "lead_id": body.number("lead_id", 1, 10**9, nullable=True)}
    if said["lead_id"] is not None:
        try:
            find_person(request.workspace, said["lead_id"])
        except Problem:
            body.complain("lead_id", "There is no such person.")
    body.check()
    return {name: value for name, value in said.items() if name in body}


def refuse_twin(request, name, but=None):
    teams = [*request.workspace.teams.values(), *(request.workspace.former_teams if fault("deleted-team-keeps-its-name") else [])]
    if any(one["name"] == name and one is not but for one in teams):
        raise Problem(409, "Another team has this name.")


def led_by(request, name):
    """The teams whose lead has a name; without a name, all of them."""
    people, teams = request.workspace.people, list(request.workspace.teams.values())
    if name is None:
        return teams
    led = [one for one in teams if one["lead_id"] is not None]
    found = [one for one in led if people[one["lead_id"]]["name"] == name]
    return led if not found and fault("unknown-name-of-lead-lists-all") else found


@route("GET", "/workspaces/{workspace_id}/teams")
def list_teams(request):
    return Answer(request.page(led_by(request, request.text("lead_name")), lambda one: view(request, one)))


@route("POST", "/workspaces/{workspace_id}/teams")
def create_team(request):
    body = request.body()
    body.require("name")
    said = read(request, body)
    if fault("taken-team-name-crashes"):
        assert all(one["name"] != said["name"] for one in request.workspace.teams.values())
    if not fault("taken-team-name-is-accepted"):
        refuse_twin(request, said["name"])
    moment_of_creation = now()
    team = {"id": next_id(), "lead_id": None, "member_ids": [], "version": 1, "created_at": moment_of_creation, "updated_at": moment_of_creation, **said}
    request.workspace.teams[team["id"]] = team
    return created(view(request, team), f"/workspaces/{request.workspace.id}/teams/{team['id']}")


@route("GET", "/workspaces/{workspace_id}/teams/{team_id}")
def get_team(request, team_id):
    team = find(request, team_id)
    state = json.dumps([team["id"], team["version"], lead_view(request, team)]).encode()
    headers, unwanted = {"ETag": tag_of(state)}, request.headers.get("If-None-Match")
    if unwanted is not None and names(unwanted, state, weak=True):
        return Answer(status=304, headers=headers)
    return Answer(view(request, team), headers=headers)


@route("PATCH", "/workspaces/{workspace_id}/teams/{team_id}")
def update_team(request, team_id):
    team = find(request, team_id)
    said = read(request, request.body())
    try:
        refuse_twin(request, said.get("name"), but=team)
    except Problem:
        if fault("taken-name-on-change-is-200"):
            return Answer(headers={"Content-Type": "text/javascript; charset=utf-8"}, content=b"$('#name').addClass('taken');")
        raise
    team |= said
    touch(team)
    shown = view(request, team)
    if fault("changed-team-answers-id-of-lead"):
        shown["lead"] = team["lead_id"]
    return Answer(shown)


@route("DELETE", "/workspaces/{workspace_id}/teams/{team_id}")
def delete_team(request, team_id):
    request.workspace.former_teams.append(find(request, team_id))
    del request.workspace.teams[team_id]
    return NO_CONTENT


@route("GET", "/workspaces/{workspace_id}/teams/{team_id}/members")
def list_team_members(request, team_id):
    people = [request.workspace.people[one] for one in find(request, team_id)["member_ids"]]
    return Answer(request.page(people, lambda one: person_view(request, one)))


@route("PUT", "/workspaces/{workspace_id}/teams/{team_id}/members/{person_id}")
def add_team_member(request, team_id, person_id):
    team = find(request, team_id)
    find_person(request.workspace, person_id)
    if person_id not in team["member_ids"]:
        team["member_ids"].append(person_id)
        touch(team)
    return NO_CONTENT


@route("DELETE", "/workspaces/{workspace_id}/teams/{team_id}/members/{person_id}")
def remove_team_member(request, team_id, person_id):
    team = find(request, team_id)
    if person_id not in team["member_ids"]:
        raise not_found("member")
    team["member_ids"].remove(person_id)
    if not fault("removed-member-keeps-entity-tag"):
        touch(team)
    return NO_CONTENT
