"""ClickHouse for tests: chdb, which is ClickHouse in a process, behind as much of its HTTP interface as @clickhouse/client speaks.

Usage: clickhouse-front.py FOLDER[?config-file=FILE] PORT. Prints its address when it answers; ends with its standard input, if that is a pipe.
"""

import os
import re
import stat
import sys
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import _chdb

folder, port = sys.argv[1], int(sys.argv[2])
# The engine lives as long as a connection to it.
keeper = _chdb.connect(folder)

# What a URL says beside settings.
NOT_SETTINGS = {"query", "database", "query_id", "session_id", "session_timeout", "default_format", "role"}


class Front(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self):
        if urlsplit(self.path).path == "/ping":
            return self.answer(200, b"Ok.\n")
        self.do_POST()

    def do_POST(self):
        body = self.read_body()
        given = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        statement = given.get("query", "")
        text = "\n".join(part for part in (statement, body.decode()) if part != "")
        params = {name[6:]: value for name, value in given.items() if name.startswith("param_")}
        settings = {k: v for k, v in given.items() if k not in NOT_SETTINGS and not k.startswith("param_")}
        # Settings last as long as the connection that has them.
        connection = _chdb.connect(folder)
        try:
            if given.get("database"):
                connection.query("use " + identifier(given["database"]), "Null", params={})
            if settings:
                said = ", ".join(f"{identifier(name)} = {literal(value)}" for name, value in settings.items())
                connection.query(f"set {said}", "Null", params={})
            self.run(connection, text, given.get("default_format", "TabSeparated"), params)
        except RuntimeError as error:
            self.refuse(str(error))
        finally:
            connection.close()

    def run(self, connection, text, form, params):
        if not re.match(r"\s*(select|with|show|describe|explain)\b", text, re.IGNORECASE):
            return self.answer(200, bytes(connection.query(text, form, params=params).bytes()))
        result = connection.send_query(text, form, params=params)
        chunk = self.next_chunk(connection, result)
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while chunk:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                chunk = self.next_chunk(connection, result)
            self.wfile.write(b"0\r\n\r\n")
            self.wfile.flush()
        except (RuntimeError, OSError):
            # The caller is gone, or has to learn from the end of the connection that rows are missing.
            connection.streaming_cancel_query(result)
            self.close_connection = True

    @staticmethod
    def next_chunk(connection, result):
        part = connection.streaming_fetch_result(result)
        if part is None:
            return b""
        if part.has_error():
            raise RuntimeError(part.error_message())
        return bytes(part.bytes())

    def read_body(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            parts = []
            while size := int(self.rfile.readline().split(b";")[0], 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            body = b"".join(parts)
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        return zlib.decompress(body, 31) if self.headers.get("Content-Encoding") == "gzip" else body

    def refuse(self, message):
        code = re.search(r"Code: (\d+)\.", message)
        number = code.group(1) if code else "1002"
        self.answer(404 if number == "60" else 500, (message + "\n").encode(), {"X-ClickHouse-Exception-Code": number})

    def answer(self, status, body, headers={}):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, *_):
        pass


def identifier(name):
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


def literal(text):
    return text if re.fullmatch(r"-?\d+(\.\d+)?", text) else "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


server = Server(("127.0.0.1", port), Front)
# A pipe of Node is a socket.
if stat.S_ISFIFO(os.fstat(0).st_mode) or stat.S_ISSOCK(os.fstat(0).st_mode):
    threading.Thread(target=end_with_input, daemon=True).start()
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
