"""Answers a parameter as FastAPI reads it. The path says how it is declared. It listens on a free port, and prints its address."""
import socket
from typing import Annotated

import uvicorn
from fastapi import Cookie, FastAPI, Header, Query
from pydantic import BaseModel


class Fields(BaseModel):
    a: str
    b: str


app = FastAPI()


@app.get("/path/text/{value}")
async def path_text(value: str) -> str:
    return value


@app.get("/query/text")
async def query_text(value: str) -> str:
    return value


@app.get("/query/list")
async def query_list(value: Annotated[list[str], Query()]) -> list[str]:
    return value


@app.get("/query/object")
async def query_object(value: Annotated[Fields, Query()]) -> Fields:
    return value


@app.get("/header/text")
async def header_text(value: Annotated[str, Header()]) -> str:
    return value


@app.get("/cookie/text")
async def cookie_text(value: Annotated[str, Cookie()]) -> str:
    return value


if __name__ == "__main__":
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()  # before the address is told: whoever reads it connects at once
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
