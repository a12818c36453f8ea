"""Files that are attached to projects."""

import re
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime
from urllib.parse import quote

from projects import find as find_project
from store import moment, next_id, now
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, page_links, route, turns

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

    page = request.page(list(project["attachments"].values()), part)
    parent = "rooms" if fault("attachment-links-are-of-rooms") else "projects"
    path = f"/workspaces/{request.workspace.id}/{parent}/{project_id}/attachments"
    leads_on = len(page["items"]) == page["size"] and fault("full-page-of-files-leads-on")
    return Answer(page, headers=page_links(path, request.query, turns(page, beyond=leads_on)))


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
    headers |= {"Content-Type": "application/octet-stream", "Content-Disposition": disposition(attachment["title"]), "Accept-Ranges": "bytes"}
    octets = attachment["octets"]
    if not octets and fault("empty-file-cannot-be-downloaded"):
        raise IndexError("the file has no blocks")
    part = wanted_part(request, len(octets), headers["Last-Modified"])
    if part is None:
        return Answer(headers=headers, content=octets)
    first, last = part
    headers["Content-Range"] = f"bytes {first}-{last}/{len(octets)}"
    return Answer(status=206, headers=headers, content=octets[first : last + (0 if fault("range-lacks-last-octet") else 1)])


def disposition(title):
    """The header Content-Disposition with a title as the name of a file (RFC 6266), and another name for who does not know UTF-8 there."""
    if fault("download-of-foreign-title-crashes"):
        title.encode("latin-1")
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", title)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(title, safe='')}"


def wanted_part(request, size, date):
    """The first and the last octet that the caller wants, or None for the whole file. Ranges that are several or have another form are ignored."""
    found = re.fullmatch(r"bytes=(\d{1,15})?-(\d{1,15})?", request.headers.get("Range", "").strip(), re.ASCII | re.IGNORECASE)
    if found is None or request.headers.get("If-Range", date) != date:
        return None
    first, last = (None if one is None else int(one) for one in found.groups())
    if first is None:
        if last is None or size == 0 < last:
            return None
        first, last = max(0, size - last), None
    elif last is not None and last < first:
        return None
    if first >= size:
        raise Problem(416, "The file has no such octets.", headers={"Content-Range": f"bytes */{size}"})
    return first, size - 1 if last is None else min(last, size - 1)


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
    attachments = find_project(request, project_id)["attachments"]
    title = attachments.pop(attachment_id)["title"]
    if fault("deleting-file-takes-titles-that-begin-alike"):
        for one in [one for one in attachments.values() if one["title"].startswith(title)]:
            del attachments[one["id"]]
    return NO_CONTENT
