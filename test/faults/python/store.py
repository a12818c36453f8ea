"""The workspaces, and who calls."""

import itertools
import os
import re
import secrets
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone


@dataclass
class Workspace:
    id: str
    name: str
    people: dict = field(default_factory=dict)
    projects: dict = field(default_factory=dict)
    labels: dict = field(default_factory=dict)
    entries: dict = field(default_factory=dict)
    requests: dict = field(default_factory=dict)
    absences: dict = field(default_factory=dict)
    jobs: dict = field(default_factory=dict)
    rooms: dict = field(default_factory=dict)
    events: dict = field(default_factory=dict)
    devices: dict = field(default_factory=dict)
    hooks: dict = field(default_factory=dict)
    notices: dict = field(default_factory=dict)
    teams: dict = field(default_factory=dict)
    former_teams: list = field(default_factory=list)


@dataclass
class Token:
    """A token of a person; those of owners have no person."""

    text: str
    workspace: Workspace
    person_id: int | None = None
    id: int = 0
    label: str = ""
    device: str | None = None
    scopes: tuple = ("write", "emails")
    created_at: datetime = datetime.fromtimestamp(0, timezone.utc)
    revoked_at: float | None = None
    used: bool = False


WORKSPACES = {"alpha": Workspace("alpha", "Alpha Ltd"), "beta": Workspace("beta", "Beta & Sons")}
TOKENS = {f"token-of-{name}": Token(f"token-of-{name}", workspace) for name, workspace in WORKSPACES.items()}
MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\d*(Z|[+-]\d\d:\d\d)"
_ids = itertools.count(1)


def next_id():
    return next(_ids)


def now():
    return datetime.now(timezone.utc)


def moment(value):
    """A time in UTC, with milliseconds, or with microseconds if it has any."""
    if value is None:
        return None
    digits = "microseconds" if value.microsecond % 1000 else "milliseconds"
    return value.astimezone(timezone.utc).isoformat(timespec=digits).replace("+00:00", "Z")


def local_moment(value):
    """A time two hours east of Greenwich. Only a fault asks for it."""
    return value.astimezone(timezone(timedelta(hours=2))).isoformat(timespec="milliseconds")


def parse_moment(text):
    """A date-time of RFC 3339 from 1970 to 9000."""
    if not re.fullmatch(MOMENT, text.upper()):
        raise ValueError
    value = datetime.fromisoformat(text.upper()).astimezone(timezone.utc)
    if not 1970 <= value.year <= 9000:
        raise ValueError
    return value


def parse_date(text):
    if len(text) != 10:
        raise ValueError
    return datetime.strptime(text, "%Y-%m-%d").date()


def issue(workspace, person_id, label, device, scopes):
    token = Token("tok_" + secrets.token_hex(12), workspace, person_id, next_id(), label, device, scopes, now())
    TOKENS[token.text] = token
    return token


def owner_of(workspace_id):
    """The token of a workspace's owner, or None. Only faults ask for it."""
    return TOKENS.get(f"token-of-{workspace_id}")


def is_revoked(text):
    """True for a token that was valid once. Only a fault asks for it."""
    return text in TOKENS and TOKENS[text].revoked_at is not None


def caller_of(text):
    """The token that a request has, if it is valid."""
    token = TOKENS.get(text)
    if token is None:
        return None
    if token.revoked_at is not None:
        cached = token.used and time.monotonic() - token.revoked_at < 5
        return token if cached and os.environ.get("FAULT") == "revoked-token-works-for-a-while" else None
    if token.person_id is not None:
        person = token.workspace.people[token.person_id]
        if person["deleted"] and os.environ.get("FAULT") != "token-of-deleted-person-works":
            return None
    token.used = True
    return token
