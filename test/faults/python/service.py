"""Bureau plans the work of two companies: people, projects, hours, rooms, events and devices, all in memory.

The variable FAULT names the one way in which it breaks openapi.yaml; without it, it keeps the document. It serves on the
loopback only, at PORT or a free port, and ends by itself.
"""

import os
import signal
import sys
import threading
from http.server import ThreadingHTTPServer

import absences  # noqa: F401  each of these modules adds its routes
import attachments  # noqa: F401
import comments  # noqa: F401
import devices  # noqa: F401
import events  # noqa: F401
import hooks  # noqa: F401
import hours  # noqa: F401
import labels  # noqa: F401
import notices  # noqa: F401
import people  # noqa: F401
import projects  # noqa: F401
import rooms  # noqa: F401
import tasks  # noqa: F401
import teams  # noqa: F401
from handler import Handler

# The longest life of a process, in seconds, against those that nobody stops.
LIFETIME = 1800


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT") or 0)), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: sys.exit(0))
    end = threading.Timer(LIFETIME, server.shutdown)
    end.daemon = True
    end.start()
    server.serve_forever()


if __name__ == "__main__":
    main()
