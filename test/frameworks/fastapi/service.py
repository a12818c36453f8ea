"""Projects with tasks, by FastAPI: OAuth2 with a password, PATCH and PUT, pages by offset, in memory.

FAULT names one way in which the service breaks its document; see faults.json. It listens on a free port, and prints its address.
"""
import os
import secrets
import socket
from datetime import datetime, timezone
from itertools import count
from typing import Annotated, Any, Literal

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.exception_handlers import request_validation_exception_handler
from fastapi.security import OAuth2PasswordBearer, OAuth2PasswordRequestForm
from pydantic import BaseModel, BeforeValidator, Field, StrictBool, StrictInt, StrictStr

FAULT = os.environ.get("FAULT", "")
PASSWORDS = {"ada": "ada-secret", "eve": "eve-secret"}
tokens: dict[str, str] = {}
projects: dict[int, dict[str, Any]] = {}
tasks: dict[int, dict[str, Any]] = {}
deleted: dict[int, dict[str, Any]] = {}
ids = count(1)


def lax(value: Any) -> Any:
    return int(value) if FAULT == "estimate-as-text" and isinstance(value, str) and value.isdigit() else value


def any_case(value: Any) -> Any:
    return value.lower() if FAULT == "priority-in-any-case" and isinstance(value, str) else value


Text = Annotated[StrictStr, Field(min_length=1, max_length=100)]
Note = Annotated[StrictStr, Field(max_length=1000)]
Labels = Annotated[list[Annotated[StrictStr, Field(min_length=1, max_length=20)]], Field(max_length=8)]
Priority = Annotated[Literal["low", "normal", "high"], BeforeValidator(any_case)]
Estimate = Annotated[StrictInt, Field(ge=0, le=500), BeforeValidator(lax)]


class NewProject(BaseModel):
    name: Text
    note: Note = ""
    archived: StrictBool = False
    labels: Labels = []


class ProjectChange(BaseModel):
    name: Text = "-"
    note: Note = ""
    archived: StrictBool = False
    labels: Labels = []


class Project(NewProject):
    id: int
    created_at: datetime


class NewTask(BaseModel):
    title: Text
    priority: Priority = "normal"
    estimate: Estimate = 1
    done: StrictBool = False


class Task(NewTask):
    id: int
    project_id: int


class ProjectPage(BaseModel):
    total: int
    items: list[Project]


class TaskPage(BaseModel):
    total: int
    items: list[Task]


class Problem(BaseModel):
    detail: str


app = FastAPI(title="Projects", description="Each user sees the own projects alone.")
oauth = OAuth2PasswordBearer(tokenUrl="token")


def current_user(token: Annotated[str, Depends(oauth)]) -> str:
    known = token[:43] if FAULT == "token-with-suffix" else token
    if known not in tokens:
        raise HTTPException(401, "Not authenticated", {"WWW-Authenticate": "Bearer"})
    return tokens[known]


User = Annotated[str, Depends(current_user)]
Limit = Annotated[int, Query(ge=1, le=100)]
Offset = Annotated[int, Query(ge=0, le=2**31 - 1)]
Id = Annotated[int, Path(ge=1)]
KNOWN = {401: {"model": Problem}, 404: {"model": Problem}}
USERS = {401: {"model": Problem}}


def own(user: str, project_id: int) -> dict[str, Any]:
    project = projects.get(project_id)
    if project is None or project["owner"] != user:
        raise HTTPException(404, "There is no such project.")
    return project


def own_task(user: str, project_id: int, task_id: int) -> dict[str, Any]:
    own(user, project_id)
    task = tasks.get(task_id)
    if task is None or task["project_id"] != project_id and FAULT != "project-of-task-ignored":
        raise HTTPException(404, "There is no such task.")
    return task


def page(items: list[dict[str, Any]], matches: Any, limit: int, offset: int) -> dict[str, Any]:
    found = [item for item in items if matches(item)]
    cut = found[offset : offset + limit]
    if FAULT == "filter-after-page":
        cut = [item for item in items[offset : offset + limit] if matches(item)]
    return {"total": len(items if FAULT == "total-of-all" else found), "items": cut}


@app.exception_handler(RequestValidationError)
async def refused(request: Request, error: RequestValidationError) -> Any:
    if FAULT == "refused-patch-partly-stored" and request.method == "PATCH" and isinstance(error.body, dict):
        wrong = {place["loc"][1] for place in error.errors() if len(place["loc"]) > 1}
        project = projects.get(int(request.path_params["project_id"]))
        known = set(ProjectChange.model_fields)
        if project is not None:
            project.update({name: error.body[name] for name in known & set(error.body) - wrong})
    return await request_validation_exception_handler(request, error)


@app.post("/token")
async def log_in(form: Annotated[OAuth2PasswordRequestForm, Depends()]) -> dict[str, str]:
    if PASSWORDS.get(form.username) != form.password:
        raise HTTPException(400, "User and password do not fit.")
    token = secrets.token_urlsafe(32)
    tokens[token] = form.username
    return {"access_token": token, "token_type": "bearer"}


@app.get("/projects", responses=USERS)
async def list_projects(user: User, limit: Limit = 20, offset: Offset = 0, archived: bool | None = None) -> ProjectPage:
    mine = [project for project in projects.values() if project["owner"] == user]
    return page(mine, lambda project: archived is None or project["archived"] == archived, limit, offset)


@app.post("/projects", status_code=201, responses=USERS)
async def create_project(user: User, body: NewProject) -> Project:
    project = {"id": next(ids), "owner": user, "created_at": datetime.now(timezone.utc), **body.model_dump()}
    if FAULT == "note-cut":
        project["note"] = project["note"][:255]
    projects[project["id"]] = project
    return project


@app.get("/projects/{project_id}", responses=KNOWN)
async def get_project(user: User, project_id: Id) -> Project:
    return own(user, project_id)


@app.patch("/projects/{project_id}", responses=KNOWN)
async def change_project(user: User, project_id: Id, body: ProjectChange) -> Project:
    project = own(user, project_id)
    project.update(body.model_dump(exclude_unset=True))
    if FAULT == "labels-without-twins":
        project["labels"] = list(dict.fromkeys(project["labels"]))
    return project


@app.delete("/projects/{project_id}", status_code=204, responses=KNOWN)
async def delete_project(user: User, project_id: Id) -> None:
    own(user, project_id)
    del projects[project_id]
    for task in [task for task in tasks.values() if task["project_id"] == project_id]:
        del tasks[task["id"]]


@app.get("/projects/{project_id}/tasks", responses=KNOWN)
async def list_tasks(user: User, project_id: Id, limit: Limit = 20, offset: Offset = 0, done: bool | None = None) -> TaskPage:
    own(user, project_id)
    mine = [task for task in tasks.values() if task["project_id"] == project_id]
    return page(mine, lambda task: done is None or task["done"] == done, limit, offset)


@app.post("/projects/{project_id}/tasks", status_code=201, responses=KNOWN)
async def create_task(user: User, project_id: Id, body: NewTask) -> Task:
    own(user, project_id)
    task = {"id": next(ids), "project_id": project_id, **body.model_dump()}
    if FAULT == "default-priority-low" and "priority" not in body.model_fields_set:
        task["priority"] = "low"
    tasks[task["id"]] = task
    return task


@app.get("/projects/{project_id}/tasks/{task_id}", responses=KNOWN)
async def get_task(user: User, project_id: Id, task_id: Id) -> Task:
    return own_task(user, project_id, task_id)


@app.put("/projects/{project_id}/tasks/{task_id}", responses=KNOWN)
async def replace_task(user: User, project_id: Id, task_id: Id, body: NewTask) -> Task:
    if FAULT == "put-revives-task" and task_id in deleted and project_id in projects:
        tasks[task_id] = deleted.pop(task_id)
    task = own_task(user, project_id, task_id)
    task.update(body.model_dump())
    return task


@app.delete("/projects/{project_id}/tasks/{task_id}", status_code=204, responses=KNOWN)
async def delete_task(user: User, project_id: Id, task_id: Id) -> None:
    own_task(user, project_id, task_id)
    siblings = [task["id"] for task in tasks.values() if task["project_id"] == project_id]
    deleted[task_id] = tasks.pop(task_id)
    after = siblings[siblings.index(task_id) + 1 :]
    if FAULT == "deletes-next-task" and after:
        del tasks[after[0]]


if __name__ == "__main__":
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()  # before the address is told: whoever reads it connects at once
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
