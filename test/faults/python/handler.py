"""The handler of all requests: finds the route, then the caller and the workspace."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, unquote, urlsplit

from store import WORKSPACES, caller_of, is_revoked, owner_of
from web import LARGEST_BODY, PUBLIC, ROUTES, Answer, Problem, Request, fault, not_found

_lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "bureau"
    timeout = 30

    def log_message(self, *_):
        pass

    def handle_any(self):
        try:
            answer = self.answer()
        except Problem as problem:
            answer = Answer(problem.body, problem.status, {"Content-Type": "application/problem+json", **problem.headers})
        except Exception:  # noqa: BLE001  whatever fails is answered, as any server does
            answer = Answer(Problem(500, "Something went wrong.").body, 500, {"Content-Type": "application/problem+json"})
        self.send(answer)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = handle_any

    def send(self, answer):
        self.send_response(answer.status)
        content = answer.content
        if content is None and answer.body is not None:
            content = json.dumps(answer.body, ensure_ascii=False).encode("utf-8", "replace")
            answer.headers.setdefault("Content-Type", "application/json")
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status not in (204, 304):
            lost = self.command == "HEAD" and "/people" in self.path and fault("head-of-people-has-no-length")
            self.send_header("Content-Length", "0" if lost else str(len(content or b"")))
        self.end_headers()
        if content and self.command != "HEAD":
            self.wfile.write(content)

    def octets(self):
        length = self.headers.get("Content-Length", "0")
        if self.headers.get("Transfer-Encoding"):
            self.close_connection = True
            raise Problem(400, "The body must have a Content-Length.")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            self.close_connection = True
            raise Problem(413, "The body has more than a mebibyte.")
        return self.rfile.read(int(length))

    def answer(self):
        octets = self.octets()
        address = urlsplit(self.path)
        if self.command != "GET":
            del self.headers["Range"]  # It means something for GET only (RFC 9110 14.2).
        method = "GET" if self.command == "HEAD" and not fault("head-is-not-allowed") else self.command
        decoded = "/attributes/" in address.path and fault("slash-in-attribute-name-is-404")
        path = unquote(address.path) if decoded else address.path
        matches = [(one, found, handler) for one, pattern, handler in ROUTES if (found := pattern.fullmatch(path))]
        if not matches:
            below = path.rpartition("/")[0]
            if method == "GET" and "/projects/" in below and fault("unknown-path-below-project-is-empty-list"):
                return self.answer_empty(below, address.query, octets)
            raise not_found("resource")
        chosen = [(found, handler) for one, found, handler in matches if one == method]
        if not chosen:
            methods = {one for one, _, _ in matches}
            allowed = ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods and not fault("head-is-not-allowed") else set())))
            silent = "/events" in address.path and fault("refused-method-names-none")
            raise Problem(405, "The method is not allowed here.", headers={} if silent else {"Allow": allowed})
        found, handler = chosen[0]
        with _lock:
            return self.call(handler, found.groupdict(), address.query, octets)

    def answer_empty(self, path, query, octets):
        """An empty list, if a path leads to something that can be read. Only a fault answers it."""
        for one, pattern, handler in ROUTES:
            found = pattern.fullmatch(path)
            if one == "GET" and found:
                self.call(handler, found.groupdict(), query, octets)
                return Answer({"items": [], "page": 1, "size": 10, "total": 0, "pages": 0})
        raise not_found("resource")

    def refuse_lack_of_scope(self, handler, caller):
        """Refuses changes by tokens that may only read."""
        if caller is None or "write" in caller.scopes or handler in PUBLIC:
            return
        if self.command == "DELETE" and fault("token-that-may-only-read-deletes"):
            return
        unlisted = handler.__name__ == "list_team_members" and fault("members-of-teams-need-scope-write")
        if self.command not in ("GET", "HEAD") or unlisted:
            raise Problem(403, "The token may only read.")

    def call(self, handler, values, query, octets):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if self.command == "HEAD" and not self.headers.get("Accept") and fault("head-without-accept-crashes"):
            raise KeyError("Accept")
        if scheme and scheme.lower() != "bearer" and fault("malformed-authorization-crashes"):
            raise ValueError("the header has another form")
        caller = caller_of(token) if scheme.lower() == "bearer" else None
        empty = scheme.lower() == "bearer" and not token and fault("empty-token-is-owner")
        if caller is None and (empty or handler.__name__ == "list_bookings" and fault("bookings-need-no-token")):
            caller = owner_of(values.get("workspace_id"))
        if caller is not None and caller.person_id and handler.__module__ == "labels" and fault("issued-token-fails-at-labels"):
            caller = None
        if caller is None and handler not in PUBLIC:
            if handler.__name__ == "get_me" and token and fault("wrong-token-is-200"):
                return Answer({"error": "invalid_token"})
            if is_revoked(token) and fault("revoked-token-is-403"):
                raise Problem(403, "The token has expired.")
            headers = {} if fault("nothing-says-how-to-authenticate") else {"WWW-Authenticate": 'Bearer realm="bureau"'}
            raise Problem(401, "The request has no valid token.", headers=headers)
        request = Request(self.headers, parse_qs(query, keep_blank_values=True), octets, caller)
        arguments = {}
        for name, value in values.items():
            value = unquote(value, errors="replace")
            if name == "workspace_id":
                request.workspace = WORKSPACES.get(value) if value == caller.workspace.id else None
                if request.workspace is None:
                    raise not_found("workspace")
            elif name == "index" or name.endswith("_id"):
                if name == "room_id" and re.fullmatch(r"\d{10,}", value, re.ASCII) and fault("ten-digit-room-crashes"):
                    raise OverflowError("the column has 32 bits")
                if not re.fullmatch(r"\d{1,9}", value, re.ASCII):
                    raise not_found("resource")
                arguments[name] = int(value)
            else:
                arguments[name] = value
        self.refuse_lack_of_scope(handler, caller)
        return handler(request, **arguments)
