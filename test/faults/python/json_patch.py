"""JSON Patch (RFC 6902)."""

import copy
import re

from web import fault


class Stuck(Exception):
    """A step cannot be taken, or a test failed."""


def same(one, other):
    """Equality of JSON: 1 is 1.0, and not true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def tokens(pointer):
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def step_into(value, token, end=False):
    """The name or index that a token means in a value; of an array also its end, if that is asked for."""
    if isinstance(value, dict):
        return token
    if not isinstance(value, list):
        raise Stuck
    if end and token == "-":
        return len(value)
    if not re.fullmatch("0|[1-9][0-9]{0,8}", token) or int(token) >= len(value) + end:
        raise Stuck
    return int(token)


def look(document, pointer):
    for token in tokens(pointer):
        key = step_into(document, token)
        if isinstance(document, dict) and key not in document:
            raise Stuck
        document = document[key]
    return document


def place(document, pointer):
    """The value that a pointer leads into, and its last token."""
    if pointer == "":
        raise Stuck
    parent, _, _ = pointer.rpartition("/")
    return look(document, parent), tokens(pointer)[-1]


def add(document, pointer, value):
    parent, token = place(document, pointer)
    key = step_into(parent, token, end=True)
    if isinstance(parent, list):
        parent.insert(key, value)
    else:
        parent[key] = value


def remove(document, pointer):
    value = look(document, pointer)
    parent, token = place(document, pointer)
    del parent[step_into(parent, token)]
    return value


def is_there(document, pointer):
    """True if a pointer leads to a value. Only a fault asks for it."""
    try:
        look(document, pointer)
    except Stuck:
        return False
    return True


def take(document, step):
    """Changes a document by one step, whose members are of the right types."""
    kind, path = step["op"], step["path"]
    if kind == "add":
        add(document, path, step["value"])
    elif kind == "remove":
        if not fault("removing-nothing-is-done") or is_there(document, path):
            remove(document, path)
    elif kind == "replace":
        remove(document, path)
        parent, token = place(document, path)
        if isinstance(parent, list):
            parent.insert(int(token), step["value"])
        else:
            parent[token] = step["value"]
    elif kind == "move":
        if path.startswith(step["from"] + "/"):
            raise Stuck
        add(document, path, remove(document, step["from"]))
    elif kind == "copy":
        add(document, path, copy.deepcopy(look(document, step["from"])))
    elif not same(look(document, path), step["value"]):
        raise Stuck


POINTER = r"(/([^/~]|~0|~1)*)*"
KINDS = ("add", "remove", "replace", "move", "copy", "test")


def complaint(step):
    """Why something is not a step, or None."""
    if not isinstance(step, dict):
        return "It must be an object."
    if step.get("op") not in KINDS:
        return f"Its op must be one of {', '.join(KINDS)}."
    if step["op"] in ("add", "replace", "test") and "value" not in step:
        return "It needs a value."
    for name in ("path", "from") if step["op"] in ("move", "copy") else ("path",):
        if not isinstance(step.get(name), str) or not re.fullmatch(POINTER, step[name], re.DOTALL):
            return f"Its {name} must be a JSON Pointer."
    return None
