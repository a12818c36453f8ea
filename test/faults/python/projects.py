"""Projects, their members and their milestones."""

from people import find as find_person
from people import ordered
from store import WORKSPACES, moment, next_id, now, parse_date
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route, web_page

WEEK_STARTS = ("monday", "sunday")
SETTINGS = {"color": "#888888", "notify": True, "week_start": "monday"}


def view(project):
    return {
        "id": project["id"],
        "name": project["name"],
        "description": project["description"],
        "private": project["private"],
        "settings": project["settings"],
        "member_ids": sorted([*project["member_ids"], *project["twice_ids"]]),
        "created_at": moment(project["created_at"]),
        "updated_at": moment(project["updated_at"]),
    }


def listed_view(project):
    shown = view(project)
    if fault("listed-color-lacks-hash"):
        shown["settings"] = {**shown["settings"], "color": shown["settings"]["color"].removeprefix("#")}
    return shown


def visible(request, project):
    """True if the caller may know of the project: owners of all, members of private ones that they are in."""
    person_id = request.caller.person_id
    if not project["private"] or person_id is None or person_id in project["member_ids"]:
        return True
    return fault("removed-member-sees-private-project") and person_id in project["former_ids"]


def find(request, project_id, deleted=False):
    project = request.workspace.projects.get(project_id)
    if project is None or project["deleted"] != deleted or not visible(request, project):
        raise not_found("project")
    return project


def labelled(project, label):
    """The tasks of a project that have a label."""
    return [one for one in project["tasks"].values() if not one["deleted"] and label in one["labels"]]


@route("GET", "/workspaces/{workspace_id}/projects")
def list_projects(request):
    if "application/json" in request.headers.get("Accept", "") and fault("project-list-not-acceptable"):
        return web_page(406, "The page is not there in this format.")
    deleted, private = request.flag("deleted") or False, request.flag("private")
    if private and fault("private-projects-crash"):
        raise KeyError("private")
    late = fault("private-projects-are-dropped-from-pages")
    shown = late or private and fault("asked-private-projects-are-shown")
    found = [one for one in request.workspace.projects.values() if (one["deleted"] or one["marked"]) == deleted and (shown or visible(request, one))]
    if private is not None:
        found = [one for one in found if one["private"] == private]
    label = request.text("task_label")
    if label is not None:
        found = [one for one in found if labelled(one, label)]
    if fault("private-projects-are-not-listed"):
        found = [one for one in found if not one["private"]]
    if fault("project-comes-once-per-member"):
        found = [one for one in found for _ in one["member_ids"] or [None]]
    page = request.page(ordered(request, found), listed_view)
    if late:
        page["items"] = [one for one in page["items"] if visible(request, request.workspace.projects[one["id"]])]
    if label is not None and fault("total-counts-tasks-not-projects"):
        page["total"] = sum(len(labelled(one, label)) for one in found)
        page["pages"] = -(-page["total"] // page["size"])
    return Answer(page)


def read(body):
    said = {"name": body.text("name", 1, 100), "description": body.text("description", 0, 1000, nullable=True), "private": body.flag("private")}
    settings = body.object("settings")
    if settings is not None:
        settings.text("color", 7, 7, pattern="#[0-9a-f]{6}")
        settings.flag("notify")
        settings.choice("week_start", WEEK_STARTS)
        body.absorb(settings)
        said["settings"] = {name: settings.members[name] for name in SETTINGS if name in settings}
    return {name: value for name, value in said.items() if name in body}


def add(workspace, said):
    moment_of_creation = now()
    project = {
        "id": next_id(),
        "name": "",
        "description": None,
        "private": False,
        "member_ids": set(),
        "former_ids": set(),
        "twice_ids": [],
        "milestones": {},
        "tasks": {},
        "attachments": {},
        "deleted": False,
        "marked": False,
        "created_at": moment_of_creation,
        "updated_at": moment_of_creation,
        **said,
        "settings": {**SETTINGS, **said.get("settings", {})},
    }
    workspace.projects[project["id"]] = project
    return created(view(project), f"/workspaces/{workspace.id}/projects/{project['id']}")


def read_members(request, body):
    """The people that a new project has as members, and the places of those that do not exist."""
    ids, people = body.integers("member_ids", 0, 20), request.workspace.people
    unknown = [index for index, one in enumerate(ids) if one not in people or people[one]["deleted"]]
    return {one for index, one in enumerate(ids) if index not in unknown}, unknown


@route("POST", "/workspaces/{workspace_id}/projects")
def create_project(request):
    body = request.body()
    body.require("name")
    said = read(body)
    known, unknown = read_members(request, body)
    if unknown and not body.errors and fault("unknown-member-is-gateway-error"):
        add(request.workspace, {**said, "member_ids": known})
        return web_page(502, "The server returned an invalid or incomplete response.")
    for index in unknown:
        body.complain(f"member_ids/{index}", "There is no such person.")
    body.check()
    said["member_ids"] = known
    named = body.members.get("workspace_id")
    if fault("project-lands-in-named-workspace") and isinstance(named, str) and named in WORKSPACES:
        return add(WORKSPACES[named], said)
    return add(request.workspace, said)


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}")
def get_project(request, project_id):
    shown = view(find(request, project_id))
    if fault("notify-is-text"):
        shown["settings"] = {**shown["settings"], "notify": str(shown["settings"]["notify"]).lower()}
    return Answer(shown)


@route("PATCH", "/workspaces/{workspace_id}/projects/{project_id}")
def update_project(request, project_id):
    project = find(request, project_id)
    body = request.body()
    said = read(body)
    body.check()
    if "settings" not in said and all(project[name] == value for name, value in said.items()) and fault("change-to-same-value-is-204"):
        return NO_CONTENT
    settings = said.pop("settings", None)
    if said.get("private") is False and fault("private-cannot-be-unset"):
        del said["private"]
    if "private" not in said and fault("settings-alone-are-not-kept"):
        settings = None
    if settings is not None:
        project["settings"] = {**(SETTINGS if fault("settings-lose-siblings") else project["settings"]), **settings}
    elif fault("settings-reset-by-patch"):
        project["settings"] = dict(SETTINGS)
    if said.get("description") == "" and fault("empty-description-is-ignored"):
        del said["description"]
    project |= {**said, "updated_at": now()}
    if fault("created-at-overwritten"):
        project["created_at"] = project["updated_at"]
    return Answer(view(project))


@route("DELETE", "/workspaces/{workspace_id}/projects/{project_id}")
def delete_project(request, project_id):
    find(request, project_id)["deleted"] = True
    return NO_CONTENT


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/restore")
def restore_project(request, project_id):
    project = find(request, project_id, deleted=True)
    project["deleted"] = False
    project["marked"] = fault("restored-project-stays-in-trash")
    if fault("restored-project-has-no-members"):
        project["member_ids"].clear()
    return Answer(view(project))


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/clone")
def clone_project(request, project_id):
    project = find(request, project_id)
    body = request.body()
    body.require("name")
    name = body.text("name", 1, 100)
    body.check()
    said = {key: project[key] for key in ("description", "private", "settings")}
    answer = add(request.workspace, {**said, "name": name, "member_ids": set(project["member_ids"])})
    if fault("clone-strips-original-members"):
        project["member_ids"].clear()
    return answer


@route("PUT", "/workspaces/{workspace_id}/projects/{project_id}/members/{person_id}")
def add_member(request, project_id, person_id):
    project = find(request, project_id)
    find_person(request.workspace, person_id)
    if person_id in project["member_ids"] and fault("member-comes-twice"):
        project["twice_ids"].append(person_id)
    if fault("adding-member-replaces-others"):
        project["member_ids"].clear()
    project["member_ids"].add(person_id)
    return NO_CONTENT


@route("DELETE", "/workspaces/{workspace_id}/projects/{project_id}/members/{person_id}")
def remove_member(request, project_id, person_id):
    project = find(request, project_id)
    if person_id not in project["member_ids"]:
        raise not_found("member")
    project["member_ids"].remove(person_id)
    project["twice_ids"] = [one for one in project["twice_ids"] if one != person_id]
    project["former_ids"].add(person_id)
    return NO_CONTENT


def milestone_view(project, milestone):
    tasks = [one for one in project["tasks"].values() if one["milestone_id"] == milestone["id"]]
    count = sum(1 for one in tasks if not one["deleted"] and not one["done"]) + milestone["moved_away"]
    return {
        "id": milestone["id"],
        "title": milestone["title"],
        "due_on": None if milestone["due_on"] is None else milestone["due_on"].isoformat(),
        "open_task_count": count,
        "position": 0 if milestone["last"] else [*project["milestones"]].index(milestone["id"]) + 1,
        "created_at": moment(milestone["created_at"]),
    }


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/milestones")
def list_milestones(request, project_id):
    project = find(request, project_id)
    if fault("milestones-are-always-first-page"):
        request.query.pop("page", None)
    return Answer(request.page(list(project["milestones"].values()), lambda one: milestone_view(project, one)))


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/milestones")
def create_milestone(request, project_id):
    project = find(request, project_id)
    body = request.body()
    body.require("title")
    milestone = {"id": next_id(), "title": body.text("title", 1, 100), "due_on": body.parsed("due_on", parse_date, nullable=True)}
    body.check()
    milestone |= {"created_at": now(), "moved_away": 0, "last": False}
    project["milestones"][milestone["id"]] = milestone
    parent = "" if fault("milestone-location-is-dead") else f"/projects/{project_id}"
    place = f"/workspaces/{request.workspace.id}{parent}/milestones/{milestone['id']}"
    return created(view(project) if fault("new-milestone-answers-project") else milestone_view(project, milestone), place)


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/milestones/{milestone_id}")
def get_milestone(request, project_id, milestone_id):
    project = find(request, project_id)
    if milestone_id not in project["milestones"]:
        raise not_found("milestone")
    return Answer(milestone_view(project, project["milestones"][milestone_id]))


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/milestones/{milestone_id}/move")
def move_milestone(request, project_id, milestone_id):
    project = find(request, project_id)
    is_known = milestone_id in project["milestones"]
    if not is_known and not fault("moving-no-milestone-makes-empty-one"):
        raise not_found("milestone")
    body = request.body()
    body.require("before_id")
    before_id = body.number("before_id", 1, 10**9, nullable=True)
    if before_id is not None and before_id not in project["milestones"]:
        body.complain("before_id", "The project has no such milestone.")
    body.check()
    if not is_known:
        project["milestones"][milestone_id] = {"id": milestone_id, "title": "", "due_on": None, "created_at": now(), "moved_away": 0, "last": False}
    milestone = project["milestones"][milestone_id]
    if before_id != milestone_id:
        order = [one for one in project["milestones"] if one != milestone_id]
        order.insert(len(order) if before_id is None else order.index(before_id), milestone_id)
        project["milestones"] = {one: project["milestones"][one] for one in order}
    milestone["last"] = before_id is None and fault("milestone-moved-to-end-has-position-0")
    return Answer(milestone_view(project, milestone))


@route("DELETE", "/workspaces/{workspace_id}/projects/{project_id}/milestones/{milestone_id}")
def delete_milestone(request, project_id, milestone_id):
    project = find(request, project_id)
    if milestone_id not in project["milestones"]:
        raise not_found("milestone")
    if any(one["milestone_id"] == milestone_id and not one["deleted"] for one in project["tasks"].values()):
        raise Problem(409, "The milestone has tasks.")
    del project["milestones"][milestone_id]
    return NO_CONTENT
