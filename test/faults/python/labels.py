"""Labels, whose answers have them in an envelope."""

import re

from store import moment, next_id, now
from web import NO_CONTENT, Answer, Problem, created, fault, not_found, route

COLOR = "#[0-9a-f]{6}"
RESERVED = "None"


def view(label):
    return {
        "id": label["id"],
        "name": label["name"],
        "code": label["code"],
        "color": label["color"],
        "created_at": moment(label["created_at"]),
        "updated_at": moment(label["updated_at"]),
    }


def wrapped(label):
    return {"data": view(label)}


def find(request, label_id):
    if label_id not in request.workspace.labels:
        raise not_found("label")
    return request.workspace.labels[label_id]


def read(body):
    said = {"name": body.text("name", 1, 60), "code": body.text("code", 1, 20), "color": body.text("color", 7, 7, pattern=COLOR)}
    body.check()
    if said["name"] and fault("enveloped-name-is-lower-cased"):
        said["name"] = said["name"].lower()
    if said["code"] and fault("code-is-kept-in-capitals"):
        said["code"] = said["code"].upper()
    return {name: value for name, value in said.items() if name in body}


def refuse_reserved(said):
    if said.get("name") == RESERVED:
        if "color" in said and fault("reserved-name-with-color-is-412"):
            raise Problem(412, "The label was changed by someone else.")
        raise Problem(409, "The name is reserved.")
    return said


@route("GET", "/workspaces/{workspace_id}/labels")
def list_labels(request):
    if re.fullmatch(r"0|-\d+", request.text("page") or "1") and fault("page-0-of-labels-crashes"):
        raise ValueError("the offset is negative")
    page = request.page(list(request.workspace.labels.values()), view)
    if page["page"] > 1 and fault("total-is-zero-on-later-pages"):
        page |= {"total": 0, "pages": 0}
    return Answer({"data": page.pop("items"), "meta": page})


@route("POST", "/workspaces/{workspace_id}/labels")
def create_label(request):
    body = request.body()
    body.require("name", "code")
    moment_of_creation = now()
    label = {"id": next_id(), "color": "#888888", "created_at": moment_of_creation, "updated_at": moment_of_creation, **refuse_reserved(read(body))}
    request.workspace.labels[label["id"]] = label
    return created(wrapped(label), f"/workspaces/{request.workspace.id}/labels/{label['id']}")


@route("GET", "/workspaces/{workspace_id}/labels/{label_id}")
def get_label(request, label_id):
    return Answer(wrapped(find(request, label_id)))


@route("PATCH", "/workspaces/{workspace_id}/labels/{label_id}")
def update_label(request, label_id):
    label = find(request, label_id)
    label |= {**refuse_reserved(read(request.body())), "updated_at": now()}
    return Answer(wrapped(label))


@route("DELETE", "/workspaces/{workspace_id}/labels/{label_id}")
def delete_label(request, label_id):
    find(request, label_id)
    del request.workspace.labels[label_id]
    return NO_CONTENT
