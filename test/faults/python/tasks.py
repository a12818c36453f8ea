"""Tasks of projects."""

import copy
import time

from json_patch import Stuck, complaint, take
from projects import find as find_project
from store import moment, next_id, now, parse_date
from web import NO_CONTENT, Answer, Body, Problem, created, fault, not_found, route

ORDERS = ("title", "-title", "priority", "-priority", "created_at", "-created_at", "due_date", "-due_date")
DEFAULTS = {"done": False, "archived": False, "priority": 3, "due_date": None, "milestone_id": None, "assignee_id": None}
PATCHED = ("title", "labels", *DEFAULTS)
_cache = {}


def view(task):
    return {
        "id": task["id"],
        "title": task["title"],
        "done": task["done"],
        "archived": task["archived"],
        "priority": task["priority"],
        "due_date": None if task["due_date"] is None else task["due_date"].isoformat(),
        "labels": task["labels"],
        "milestone_id": task["milestone_id"],
        "assignee_id": task["assignee_id"],
        "done_at": moment(task["done_at"]),
        "created_at": moment(task["created_at"]),
        "updated_at": moment(task["updated_at"]),
    }


def find(project, task_id):
    task = project["tasks"].get(task_id)
    if task is None or task["deleted"]:
        raise not_found("task")
    return task


def in_order(request, found):
    sort = request.choice("sort", ORDERS) or "created_at"
    name, descending = sort.removeprefix("-"), sort[0] == "-"
    if name == "created_at":
        return found[::-1] if descending else found
    if name == "due_date":
        dated = sorted((one for one in found if one["due_date"]), key=lambda one: one["due_date"], reverse=descending)
        return dated if fault("sort-by-date-drops-undated") else dated + [one for one in found if not one["due_date"]]
    later_page = request.number("page", 1, 10**9, 1) > 1
    if later_page and name == "priority" and fault("tied-sort-shuffles-pages"):
        found = found[::-1]
    key = (lambda one: one["title"].casefold()) if name == "title" else (lambda one: one["priority"])
    return sorted(found, key=key, reverse=descending)


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/tasks")
def list_tasks(request, project_id):
    project = find_project(request, project_id)
    done, archived = request.flag("done"), request.flag("include_archived")
    if archived is False and fault("archived-false-means-true"):
        archived = True
    labels, milestone_id = request.query.get("label", []), request.number("milestone_id", 0, 10**9)
    trashed = fault("deleted-tasks-are-listed")
    found = [one for one in project["tasks"].values() if (trashed or not one["deleted"]) and (archived or not one["archived"])]
    if done is not None:
        found = [one for one in found if one["done"] == done]
    if milestone_id is not None:
        found = [one for one in found if one["milestone_id"] == milestone_id]
    found = [one for one in found if all(label in one["labels"] for label in labels)]
    if len(labels) > 1 and fault("two-labels-break-paging"):
        found = [one for one in found for _ in labels]
    page = request.page(in_order(request, found), view)
    if fault("total-is-number-of-pages"):
        page["total"] = page["pages"]
    return Answer(page)


def read(request, project, body):
    said = {
        "title": body.text("title", 1, 200),
        "done": body.flag("done"),
        "archived": body.flag("archived"),
        "priority": body.number("priority", 1, 5),
        "due_date": body.parsed("due_date", parse_date, nullable=True),
        "labels": body.list("labels", 0, 10),
        "milestone_id": body.number("milestone_id", 1, 10**9, nullable=True),
        "assignee_id": body.number("assignee_id", 1, 10**9, nullable=True),
    }
    labels = said["labels"] or []
    if any(not isinstance(one, str) or not 1 <= len(one) <= 30 for one in labels) or len(set(map(str, labels))) < len(labels):
        body.complain("labels", "Labels must be different texts of 1 to 30 characters.")
    return {name: value for name, value in said.items() if name in body}


def resolve(request, project, body, said):
    """Complains of milestones and people that do not exist."""
    if said.get("milestone_id") is not None and said["milestone_id"] not in project["milestones"]:
        body.complain("milestone_id", "The project has no such milestone.")
    if said.get("assignee_id") is not None:
        if fault("unknown-assignee-crashes"):
            request.workspace.people[said["assignee_id"]]
        person = request.workspace.people.get(said["assignee_id"])
        if person is None or person["deleted"]:
            body.complain("assignee_id", "There is no such person.")


def add(project, said):
    moment_of_creation = now()
    task = {"id": next_id(), **DEFAULTS, "labels": [], "comments": {}, "deleted": False}
    task |= {"created_at": moment_of_creation, "updated_at": moment_of_creation, **said}
    task["done_at"] = moment_of_creation if task["done"] else None
    project["tasks"][task["id"]] = task
    return task


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/tasks")
def create_task(request, project_id):
    project = find_project(request, project_id)
    body = request.body()
    body.require("title")
    said = read(request, project, body)
    resolve(request, project, body, said)
    body.check()
    if fault("new-task-has-no-assignee"):
        said.pop("assignee_id", None)
    task = add(project, said)
    return created(view(task), f"/workspaces/{request.workspace.id}/projects/{project_id}/tasks/{task['id']}")


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/tasks/bulk")
def create_tasks(request, project_id):
    project = find_project(request, project_id)
    body = request.body()
    body.require("items")
    parts = body.objects("items", 1, 20)
    every = []
    for part in parts:
        part.require("title")
        every.append(read(request, project, part))
        body.absorb(part)
    body.check()
    results = []
    for index, (part, said) in enumerate(zip(parts, every)):
        checked = Body(part.members, part.pointer)
        resolve(request, project, checked, said)
        if checked.errors:
            if fault("failed-bulk-item-is-stored"):
                add(project, {**said, "milestone_id": None, "assignee_id": None})
            results.append({"index": index, "status": "failed", "errors": checked.errors})
        else:
            results.append({"index": index, "status": "created", "task": view(add(project, said))})
    failed = [one for one in results if one["status"] == "failed"]
    if failed and fault("bulk-reports-success"):
        results = [one for one in results if one["status"] == "created"]
        return Answer({"success": True, "results": results}, 207)
    status = 207 if failed and not fault("partial-bulk-is-200") else 200
    return Answer({"success": not failed, "results": results}, status)


def mark(task, done):
    """Makes a task done or open, which has its time if it was not so before."""
    moment_of_change = now()
    if done != task["done"]:
        task["done_at"] = moment_of_change if done else None
    task |= {"done": done, "updated_at": moment_of_change}


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/tasks/state")
def set_task_states(request, project_id):
    project = find_project(request, project_id)
    body = request.body()
    body.require("task_ids", "done")
    ids, done = body.integers("task_ids", 1, 20), body.flag("done")
    for index, one in enumerate(ids):
        if one not in project["tasks"] or project["tasks"][one]["deleted"]:
            body.complain(f"task_ids/{index}", "The project has no such task.")
        elif isinstance(done, bool) and not body.errors and fault("refused-states-are-set-in-part"):
            mark(project["tasks"][one], done)
    body.check()
    if fault("setting-states-crashes"):
        raise KeyError("state")
    found = [project["tasks"][one] for one in ids]
    for task in found:
        mark(task, done)
    return Answer({"items": [view(task) for task in found]})


def cached(project, task_id):
    """A task as it was when it was last looked for, for some seconds. Only a fault asks for it."""
    until, shown = _cache.get(task_id, (0, None))
    if until < time.monotonic():
        shown = view(find(project, task_id))
        _cache[task_id] = (time.monotonic() + 10, shown)
    return shown


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_id}")
def get_task(request, project_id, task_id):
    project = find_project(request, project_id)
    if fault("task-is-read-from-cache"):
        return Answer(cached(project, task_id))
    if task_id not in project["tasks"] and fault("task-is-found-below-any-project"):
        found = [one["tasks"][task_id] for one in request.workspace.projects.values() if task_id in one["tasks"]]
        if found:
            return Answer(view(found[0]))
    deleted = task_id in project["tasks"] and project["tasks"][task_id]["deleted"]
    if deleted and fault("reading-deleted-task-crashes"):
        raise KeyError(task_id)
    shown = view(find(project, task_id))
    if fault("single-task-lacks-milestone"):
        shown["milestone_id"] = None
    return Answer(shown)


@route("PATCH", "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_id}")
def update_task(request, project_id, task_id):
    project = find_project(request, project_id)
    task = find(project, task_id)
    if request.media() == "application/json-patch+json":
        return Answer(patched(request, project, task))
    body = request.body()
    said = read(request, project, body)
    resolve(request, project, body, said)
    body.check()
    if "due_date" in said and said["due_date"] is None and fault("due-date-null-ignored"):
        del said["due_date"]
    if said.get("labels") == [] and fault("empty-labels-are-ignored"):
        del said["labels"]
    before = task["milestone_id"]
    leaves = before is not None and said.get("milestone_id", before) not in (None, before)
    if leaves and not task["done"] and fault("milestone-count-keeps-moved-task"):
        project["milestones"][before]["moved_away"] += 1
    if "title" in said and "priority" not in said and fault("priority-falls-back-with-title"):
        said["priority"] = DEFAULTS["priority"]
    was = task["done_at"]
    change(task, said)
    if fault("changed-task-comes-last"):
        project["tasks"][task_id] = project["tasks"].pop(task_id)
    return Answer({**view(task), **({"done_at": moment(was)} if fault("answer-has-done-at-of-before") else {})})


def change(task, said):
    late = task["updated_at"] != task["created_at"] and fault("second-change-keeps-time")
    kept = task["updated_at"] if late else now()
    mark(task, said.get("done", task["done"]))
    task |= {**said, "updated_at": kept}


def patched(request, project, task):
    """A task after the steps of a JSON Patch, or as it was if one of them cannot be taken."""
    steps = request.json("application/json-patch+json")
    if not isinstance(steps, list) or not 1 <= len(steps) <= 20:
        raise Problem(422, "The body is not an array of 1 to 20 steps.", [{"pointer": "", "message": "It must be an array of 1 to 20 steps."}])
    errors = [{"pointer": f"/{index}", "message": why} for index, step in enumerate(steps) if (why := complaint(step))]
    if errors:
        raise Problem(422, "The content is not valid.", errors)
    document = copy.deepcopy({name: view(task)[name] for name in PATCHED})
    try:
        for step in steps:
            take(document, step)
            if fault("failed-patch-keeps-first-steps"):
                change(task, after_patch(request, project, document))
    except Stuck:
        raise Problem(409, "A step cannot be taken.") from None
    change(task, after_patch(request, project, document))
    return view(task)


def after_patch(request, project, document):
    body = Body(document)
    body.require("title")
    said = read(request, project, body)
    resolve(request, project, body, said)
    body.check()
    return {**DEFAULTS, "labels": [], **said}


@route("DELETE", "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_id}")
def delete_task(request, project_id, task_id):
    find(find_project(request, project_id), task_id)["deleted"] = True
    return NO_CONTENT
