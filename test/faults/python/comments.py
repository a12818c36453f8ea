"""Comments on tasks."""

from projects import find as find_project
from projects import visible
from store import moment, next_id, now
from tasks import find as find_task
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route


def view(comment):
    return {"id": comment["id"], "text": comment["text"], "created_at": moment(comment["created_at"])}


def comments_of(request, project_id, task_id):
    return find_task(find_project(request, project_id), task_id)["comments"]


def find(request, project_id, task_id, comment_id):
    comments = comments_of(request, project_id, task_id)
    if comment_id not in comments:
        raise not_found("comment")
    return comments[comment_id]


def all_tasks(request):
    """The tasks of all projects that the caller may know of. Only faults ask for them."""
    projects = [one for one in request.workspace.projects.values() if not one["deleted"] and visible(request, one)]
    return {task_id: task for one in projects for task_id, task in one["tasks"].items() if not task["deleted"]}


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_id}/comments")
def list_comments(request, project_id, task_id):
    found = list(comments_of(request, project_id, task_id).values())
    if fault("comments-of-all-tasks-are-listed"):
        found = [one for task in all_tasks(request).values() for one in task["comments"].values()]
    if not found and fault("task-without-comments-is-400"):
        raise Problem(400, 'The parameter "page" must be at most 0.')
    return Answer(request.page(found, view))


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_id}/comments")
def create_comment(request, project_id, task_id):
    project, elsewhere = find_project(request, project_id), all_tasks(request).get(task_id)
    if elsewhere is not None and fault("comment-lands-below-other-project"):
        comments = elsewhere["comments"]
    else:
        comments = find_task(project, task_id)["comments"]
    body = request.body()
    body.require("text")
    comment = {"id": next_id(), "text": body.text("text", 1, 500), "created_at": now()}
    body.check()
    comments[comment["id"]] = comment
    return created(view(comment), f"/workspaces/{request.workspace.id}/projects/{project_id}/tasks/{task_id}/comments/{comment['id']}")


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_id}/comments/{comment_id}")
def get_comment(request, project_id, task_id, comment_id):
    return Answer(view(find(request, project_id, task_id, comment_id)))


@route("DELETE", "/workspaces/{workspace_id}/projects/{project_id}/tasks/{task_id}/comments/{comment_id}")
def delete_comment(request, project_id, task_id, comment_id):
    find(request, project_id, task_id, comment_id)
    del comments_of(request, project_id, task_id)[comment_id]
    return NO_CONTENT
