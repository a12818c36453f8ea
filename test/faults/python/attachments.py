"""Files that are attached to projects."""

from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime

from projects import find as find_project
from store import moment, next_id, now
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route

FIELDS = ("title", "size", "media_type", "created_at")


def view(attachment):
    return {
        "id": attachment["id"],
        "title": attachment["title"],
        "size": len(attachment["octets"]),
        "media_type": attachment["media_type"],
        "created_at": moment(attachment["created_at"]),
    }


def find(request, project_id, attachment_id):
    project = find_project(request, project_id)
    if attachment_id not in project["attachments"]:
        raise not_found("attachment")
    return project["attachments"][attachment_id]


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/attachments")
def list_attachments(request, project_id):
    project = find_project(request, project_id)
    fields = request.choices("fields", FIELDS, separator=",")
    if fault("only-first-field-is-shown"):
        fields = fields[:1]

    def part(attachment):
        return {name: value for name, value in view(attachment).items() if not fields or name in ("id", *fields)}

    return Answer(request.page(list(project["attachments"].values()), part))


@route("POST", "/workspaces/{workspace_id}/projects/{project_id}/attachments")
def create_attachment(request, project_id):
    project = find_project(request, project_id)
    parts = request.parts()
    missing = [{"pointer": f"/{name}", "message": "It is required."} for name in ("title", "file") if name not in parts]
    if missing:
        raise Problem(422, "The content is not valid.", missing)
    try:
        title = parts["title"].octets.decode("utf-8")
    except ValueError:
        title = ""
    if not 1 <= len(title) <= 100:
        raise Problem(422, "The content is not valid.", [{"pointer": "/title", "message": "It must have 1 to 100 characters."}])
    attachment = {"id": next_id(), "title": title, "octets": parts["file"].octets, "media_type": parts["file"].media_type, "created_at": now()}
    project["attachments"][attachment["id"]] = attachment
    return created(view(attachment), f"/workspaces/{request.workspace.id}/projects/{project_id}/attachments/{attachment['id']}")


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/attachments/{attachment_id}")
def get_attachment(request, project_id, attachment_id):
    return Answer(view(find(request, project_id, attachment_id)))


@route("GET", "/workspaces/{workspace_id}/projects/{project_id}/attachments/{attachment_id}/content")
def download_attachment(request, project_id, attachment_id):
    attachment = find(request, project_id, attachment_id)
    headers = {"Last-Modified": format_datetime(attachment["created_at"], usegmt=not fault("download-date-has-offset"))}
    if is_known(request, attachment["created_at"]):
        return Answer(status=304, headers=headers)
    return Answer(headers={**headers, "Content-Type": "application/octet-stream"}, content=attachment["octets"])


def is_known(request, changed_at):
    """True if the caller has what has not changed since. Text without a date is ignored (RFC 9110 13.1.3)."""
    try:
        since = parsedate_to_datetime(request.headers.get("If-Modified-Since", ""))
        return since > changed_at - timedelta(seconds=1)
    except (TypeError, ValueError, OverflowError):
        return False


@route("DELETE", "/workspaces/{workspace_id}/projects/{project_id}/attachments/{attachment_id}")
def delete_attachment(request, project_id, attachment_id):
    find(request, project_id, attachment_id)
    if fault("deleted-attachment-stays"):
        return NO_CONTENT
    del find_project(request, project_id)["attachments"][attachment_id]
    return NO_CONTENT
