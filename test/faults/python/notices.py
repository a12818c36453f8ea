"""Notices that callers put up, replace as a whole, and like."""

from store import moment, next_id, now
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route

DEFAULTS = {"text": None, "pinned": False}


def view(request, notice):
    return {
        "id": notice["id"],
        "title": notice["title"],
        "text": notice["text"],
        "pinned": notice["pinned"],
        "like_count": len(notice["likes"]),
        "liked": request.caller.person_id in notice["likes"],
        "created_at": moment(notice["created_at"]),
        "updated_at": moment(notice["updated_at"]),
    }


def find(request, notice_id):
    if notice_id not in request.workspace.notices:
        raise not_found("notice")
    return request.workspace.notices[notice_id]


def read(request):
    """What a body says of a notice."""
    body = request.body()
    body.require("title")
    said = {"title": body.text("title", 1, 100), "text": body.text("text", 0, 1000, nullable=True), "pinned": body.flag("pinned")}
    if body.errors and fault("refused-notice-is-200"):
        raise refused_with_success(body.errors)
    body.check()
    return {name: value for name, value in said.items() if name in body}


def refused_with_success(errors):
    """A refusal that is told with the status of success. Only a fault asks for it."""
    problem = Problem(422, "The content is not valid.", headers={"Content-Type": "application/json"})
    problem.status, problem.body = 200, {"success": False, "err": [f"{one['pointer']}: {one['message']}" for one in errors]}
    return problem


def require_time_of_creation(body):
    """Refuses a body without a member that is read-only. Only a fault asks for it."""
    body.require("created_at")
    body.check()


@route("GET", "/workspaces/{workspace_id}/notices")
def list_notices(request):
    notices = list(request.workspace.notices.values())
    page = request.page(notices, lambda one: view(request, one))
    missing = page["size"] - len(page["items"])
    if page["page"] > 1 and page["items"] and fault("last-page-of-notices-is-filled-up"):
        page["items"] += [view(request, one) for one in notices[:missing]]
    return Answer(page)


@route("GET", "/workspaces/{workspace_id}/unread-notices")
def count_unread(request):
    notices, reader = request.workspace.notices.values(), request.caller.person_id
    unread = sum(1 for one in notices if reader not in one["readers"])
    if unread == len(notices) and fault("unread-count-is-null-at-first"):
        unread = None
    return Answer({"notices": len(notices), "unread": unread})


@route("POST", "/workspaces/{workspace_id}/notices")
def create_notice(request):
    moment_of_creation = now()
    notice = {"id": next_id(), "likes": [], "readers": set(), "created_at": moment_of_creation, "updated_at": moment_of_creation, **DEFAULTS, **read(request)}
    if len((notice["text"] or "").encode("utf-8", "surrogatepass")) > 1000 and fault("long-foreign-text-crashes"):
        raise OverflowError("the column has 1,000 octets")
    request.workspace.notices[notice["id"]] = notice
    return created(view(request, notice), f"/workspaces/{request.workspace.id}/notices/{notice['id']}")


@route("GET", "/workspaces/{workspace_id}/notices/{notice_id}")
def get_notice(request, notice_id):
    return Answer(view(request, find(request, notice_id)))


@route("PUT", "/workspaces/{workspace_id}/notices/{notice_id}")
def replace_notice(request, notice_id):
    notice = find(request, notice_id)
    if fault("replacing-notice-needs-created-at"):
        require_time_of_creation(request.body())
    kept = {name: notice[name] for name in DEFAULTS} if fault("replaced-notice-keeps-omitted") else DEFAULTS
    notice |= {**kept, **read(request), "updated_at": now()}
    return Answer(view(request, notice))


@route("DELETE", "/workspaces/{workspace_id}/notices/{notice_id}")
def delete_notice(request, notice_id):
    if notice_id not in request.workspace.notices and fault("deleting-unknown-notice-is-403"):
        raise Problem(403, "The caller may not delete this notice.")
    find(request, notice_id)
    del request.workspace.notices[notice_id]
    return NO_CONTENT


@route("PUT", "/workspaces/{workspace_id}/notices/{notice_id}/read")
def read_notice(request, notice_id):
    find(request, notice_id)["readers"].add(request.caller.person_id)
    return NO_CONTENT


@route("PUT", "/workspaces/{workspace_id}/notices/{notice_id}/like")
def like_notice(request, notice_id):
    likes = find(request, notice_id)["likes"]
    if request.caller.person_id not in likes or fault("second-like-counts"):
        likes.append(request.caller.person_id)
    return NO_CONTENT


@route("DELETE", "/workspaces/{workspace_id}/notices/{notice_id}/like")
def unlike_notice(request, notice_id):
    likes = find(request, notice_id)["likes"]
    if request.caller.person_id not in likes:
        raise not_found("like")
    likes.remove(request.caller.person_id)
    return NO_CONTENT
