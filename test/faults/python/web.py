"""Routes, problems, bodies and pages: what all modules answer with."""

import json
import os
import re
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from store import Workspace, parse_date

FAULT = os.environ.get("FAULT", "")
LARGEST_BODY = 1 << 20
TITLES = {
    400: "Bad request",
    401: "Not authenticated",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Conflict",
    412: "Precondition failed",
    413: "Body too large",
    415: "Unsupported media type",
    416: "Range not satisfiable",
    422: "Invalid content",
    500: "Internal error",
}
ROUTES = []
PUBLIC = set()


def fault(name: str) -> bool:
    return FAULT == name


class Problem(Exception):
    """Why a request is not done, as RFC 9457 tells it."""

    def __init__(self, status, detail, errors=None, headers=None):
        super().__init__(detail)
        self.status, self.headers = status, headers or {}
        self.body = {"type": "about:blank", "title": TITLES[status], "status": status, "detail": detail}
        if errors:
            self.body["errors"] = errors


def not_found(what):
    return Problem(404, f"There is no such {what}.")


class Answer:
    def __init__(self, body=None, status=200, headers=None, content=None):
        self.body, self.status, self.headers, self.content = body, status, headers or {}, content


def created(body, location):
    return Answer(body, 201, {"Location": location})


def turns(page, beyond=0):
    """The pages before and after one, by their relations to it."""
    near, last = {"prev": page["page"] - 1, "next": page["page"] + 1}, {"prev": page["pages"], "next": page["pages"] + beyond}
    return {name: number for name, number in near.items() if 1 <= number <= last[name]}


def page_links(path, query, pages):
    """The header Link to other pages of a list, if there are any."""
    found = [f'<{path}?{urlencode({**query, "page": number}, doseq=True)}>; rel="{name}"' for name, number in pages.items()]
    return {"Link": ", ".join(found)} if found else {}


def web_page(status, text):
    """A page for people, as only faults answer it."""
    return Answer(status=status, headers={"Content-Type": "text/html; charset=utf-8"}, content=f"<html><body>{text}</body></html>".encode())


NO_CONTENT = Answer(status=204)


def route(method, path, public=False):
    """Adds a handler, which needs a token unless it is public. Values of a path are text, but of names that end in "_id" or are "index" they are integers."""
    pattern = re.compile("/".join(f"(?P<{part[1:-1]}>[^/]+)" if part[:1] == "{" else re.escape(part) for part in path.split("/")))

    def add(handler):
        ROUTES.append((method, pattern, handler))
        if public:
            PUBLIC.add(handler)
        return handler

    return add


@dataclass
class Part:
    """A part of a form."""

    octets: bytes
    media_type: str


class Request:
    """One request: its caller, its workspace if the path names one, its query and its body."""

    def __init__(self, headers, query, octets, caller):
        self.headers, self.query, self.octets, self.caller = headers, query, octets, caller
        self.workspace: Workspace | None = None

    def text(self, name):
        values = self.query.get(name)
        return values[0] if values else None

    def choice(self, name, values):
        value = self.text(name)
        if value is not None and value not in values:
            raise Problem(400, f'The parameter "{name}" must be one of {", ".join(values)}.')
        return value

    def choices(self, name, values, separator=None):
        """The values of an array, which are parameters of their own or separated."""
        found = self.query.get(name, [])
        if separator:
            found = [one for text in found for one in text.split(separator) if one]
        for one in found:
            if one not in values:
                raise Problem(400, f'The parameter "{name}" must have some of {", ".join(values)}.')
        return found

    def flag(self, name):
        value = self.choice(name, ("true", "false"))
        return None if value is None else value == "true"

    def number(self, name, least, most, default=None):
        value = self.text(name)
        if value is None:
            return default
        if not re.fullmatch(r"\d{1,9}", value, re.ASCII) or not least <= int(value) <= most:
            raise Problem(400, f'The parameter "{name}" must be an integer from {least} to {most}.')
        return int(value)

    def parsed(self, name, parse):
        value = self.text(name)
        if value is None:
            return None
        try:
            return parse(value)
        except (ValueError, OverflowError):
            if parse is parse_date and fault("wrong-day-crashes"):
                raise
            raise Problem(400, f'The parameter "{name}" has another format.') from None

    def media(self):
        return self.headers.get("Content-Type", "").split(";")[0].strip().lower()

    def json(self, media="application/json"):
        if self.media() != media:
            raise Problem(415, f"The body must be {media}.")
        try:
            return json.loads(self.octets.decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            raise Problem(400, "The body is not JSON.") from None

    def body(self):
        members = self.json()
        if not isinstance(members, dict):
            raise Problem(422, "The body is not an object.", [{"pointer": "", "message": "It must be an object."}])
        return Body(members)

    def prefers(self, one, other):
        """True if the caller would rather have one media type than the other."""

        def weight(media):
            found = {}
            for part in self.headers.get("Accept", "*/*").split(","):
                name, *parameters = (text.strip().lower() for text in part.split(";"))
                quality = next((text[2:] for text in parameters if text.startswith("q=")), "1")
                found[name] = float(quality) if re.fullmatch(r"[01](\.\d*)?", quality) else 0.0
            return next((found[name] for name in (media, media.split("/")[0] + "/*", "*/*") if name in found), 0.0)

        return weight(one) > weight(other)

    def parts(self):
        """The parts of multipart/form-data, by their names."""
        if self.media() != "multipart/form-data":
            raise Problem(415, "The body must be multipart/form-data.")
        boundary = re.search(r';\s*boundary=(?:"([^"]+)"|([^\s;]+))', self.headers["Content-Type"], re.IGNORECASE)
        if boundary is None and not fault("missing-boundary-crashes"):
            raise Problem(400, "The body has no boundary.")
        mark = b"\r\n--" + (boundary[1] or boundary[2]).encode()
        _, *pieces = (b"\r\n" + self.octets).split(mark)
        if not pieces or not pieces.pop().startswith(b"--"):
            raise Problem(400, "The body does not end with its boundary.")
        parts = {}
        for piece in pieces:
            head, gap, octets = piece.partition(b"\r\n\r\n")
            text = head.decode("utf-8", "replace")
            name = re.search(r'content-disposition:[^\r\n]*;\s*name="([^"]*)"', text, re.IGNORECASE)
            if not gap or name is None:
                raise Problem(400, "A part of the body has no name.")
            media = re.search(r"content-type:\s*([^\r\n]+)", text, re.IGNORECASE)
            parts[name[1]] = Part(octets, media[1].strip() if media else "application/octet-stream")
        return parts

    def page(self, items, view):
        """One page of items, which are in order already."""
        page, size = self.number("page", 1, 10**9, 1), self.number("size", 1, 50, 10)
        part = items[(page - 1) * size : page * size]
        total = len(items)
        if total and not part and fault("page-past-end-repeats-last"):
            part = items[(total - 1) // size * size :]
        if page > 1 and (page - 1) * size >= total and fault("page-past-end-crashes"):
            raise IndexError("the offset must be less than the total")
        return {"items": [view(item) for item in part], "page": page, "size": size, "total": total, "pages": -(-total // size)}


def _refuse_constant(_name):
    raise ValueError


class Body:
    """A JSON object whose members are read one by one; what is wrong with them is told at once."""

    def __init__(self, members, pointer=""):
        self.members, self.pointer, self.errors = members, pointer, []

    def complain(self, name, message):
        self.errors.append({"pointer": f"{self.pointer}/{name}", "message": message})

    def check(self):
        if self.errors:
            raise Problem(422, "The content is not valid.", self.errors)

    def __contains__(self, name):
        return name in self.members

    def require(self, *names):
        for name in names:
            if name not in self.members:
                self.complain(name, "It is required.")

    def text(self, name, least, most, nullable=False, pattern=None):
        value = self.members.get(name)
        if name not in self.members or (nullable and value is None):
            return None
        if not isinstance(value, str):
            self.complain(name, "It must be a string.")
            return None
        length = len(value.encode("utf-8", "surrogatepass")) if name == "name" and fault("name-length-counted-in-bytes") else len(value)
        if not least <= length <= most:
            self.complain(name, f"It must have {least} to {most} characters.")
        elif pattern and not re.fullmatch(pattern, value):
            self.complain(name, "It has another form.")
        return value

    def choice(self, name, values):
        value = self.members.get(name)
        if name in self.members and value not in values:
            self.complain(name, f"It must be one of {', '.join(values)}.")
        return value

    def flag(self, name):
        value = self.members.get(name)
        if name in self.members and not isinstance(value, bool):
            self.complain(name, "It must be true or false.")
        return value

    def number(self, name, least, most, nullable=False):
        value = self.members.get(name)
        if name not in self.members or (nullable and value is None):
            return None
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.complain(name, f"It must be an integer from {least} to {most}.")
            return None
        return value

    def decimal(self, name, least, most):
        value = self.members.get(name)
        if name not in self.members:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
            self.complain(name, f"It must be a number from {least} to {most}.")
            return None
        if len(Decimal(value).as_tuple().digits) > 19 and fault("fraction-of-rate-is-refused"):
            self.complain(name, "It must have at most 19 digits in total.")
        return value

    def parsed(self, name, parse, nullable=False):
        """A string that a function understands, or else raises ValueError."""
        value = self.members.get(name)
        if name not in self.members or (nullable and value is None):
            return None
        try:
            if not isinstance(value, str):
                raise ValueError
            return parse(value)
        except (ValueError, OverflowError):
            self.complain(name, "It has another format.")
            return None

    def object(self, name):
        value = self.members.get(name)
        if name not in self.members:
            return None
        if not isinstance(value, dict):
            self.complain(name, "It must be an object.")
            return None
        return Body(value, f"{self.pointer}/{name}")

    def list(self, name, least, most):
        value = self.members.get(name)
        if name not in self.members:
            return None
        if not isinstance(value, list) or not least <= len(value) <= most:
            self.complain(name, f"It must be an array of {least} to {most} items.")
            return None
        return value

    def integers(self, name, least, most):
        """Different integers from 1."""
        values = [int(one) if isinstance(one, float) and one.is_integer() else one for one in self.list(name, least, most) or []]
        if any(isinstance(one, bool) or not isinstance(one, int) or one < 1 for one in values) or len(set(map(str, values))) < len(values):
            self.complain(name, "It must have different integers from 1.")
            return []
        return values

    def objects(self, name, least, most):
        bodies = []
        for index, item in enumerate(self.list(name, least, most) or []):
            if isinstance(item, dict):
                bodies.append(Body(item, f"{self.pointer}/{name}/{index}"))
            else:
                self.complain(f"{name}/{index}", "It must be an object.")
        return bodies

    def absorb(self, part):
        lost = part.pointer.count("/") == 1 and fault("pointer-lacks-parent")
        self.errors += [{**one, "pointer": one["pointer"].removeprefix(part.pointer)} for one in part.errors] if lost else part.errors
