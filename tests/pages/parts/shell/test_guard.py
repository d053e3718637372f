"""Who may talk to the window: only this machine, under its own address, with the secret of this start."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPMessage
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from pages.parts.shell.peer import belongs_to_another
from tests.browser.traced import RUN, beyond_this_machine, network_calls, traced
from tests.browser.window import started

ROOT = Path(__file__).parents[4]
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}
ANOTHER_USER = """
import encodings.idna, os, socket, sys
os.setuid(65534)  # who may not read the libraries: all is loaded by now
host, path = sys.argv[1:]
name, port = host.split(":")
with socket.create_connection((name, int(port))) as connection:
    connection.sendall(f"GET {path} HTTP/1.1\\r\\nHost: {host}\\r\\n\\r\\n".encode("ascii"))
    print(connection.recv(100).decode("ascii").split()[1])
"""


@dataclass(frozen=True)
class Answered:
    """A response of the window, read whole."""

    status: int
    headers: HTTPMessage
    text: str


class Visitor:
    """Somebody who sends requests to the window, with or without its cookie."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.door = parts.netloc, f"{parts.path}?{parts.query}"
        self.origin = {"Origin": f"http://{parts.netloc}"}
        self.cookie = {"Cookie": self.get(self.door).headers["Set-Cookie"].split(";")[0]}

    def get(self, path: str, **headers: str) -> Answered:
        with closing(http.client.HTTPConnection(self.host, timeout=30)) as connection:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            text = "" if answer.status == 101 else answer.read().decode(errors="replace")
            return Answered(answer.status, answer.headers, text)

    def socket(self, **headers: str) -> int:
        return self.get("/_stcore/stream", **UPGRADE, **headers).status


@pytest.fixture(scope="module")
def visitor(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    folder = shutil.copytree(made, tmp_path_factory.mktemp("guard") / "workspace")
    with started(RUN, Path(folder)) as (address, _):
        yield Visitor(address)


def sentence(answer: Answered) -> str:
    """What a refusal says; the answer must be one."""
    if answer.status == 401:  # to an open tab
        return " ".join(json.loads(answer.text).splitlines())
    assert answer.status == 403
    (found,) = re.findall("<p>(.+)</p>", answer.text)
    return str(found)


@pytest.mark.slow
def test_the_address_of_the_launch_lets_in_and_leaves_no_secret_in_the_address(visitor: Visitor) -> None:
    answer = visitor.get("/history" + visitor.door[1:] + "&said_in=ab%20c")

    assert answer.status == 200
    assert 'content="0;url=/history?said_in=ab+c"' in answer.text
    assert re.fullmatch(r"nomenclator-\d+=[\w-]{40,}; HttpOnly; SameSite=Strict; Path=/", answer.headers["Set-Cookie"])
    assert "<title>Streamlit" in visitor.get("/", **visitor.cookie).text
    assert visitor.socket(**visitor.cookie, **visitor.origin) == 101


@pytest.mark.parametrize("path", ["//elsewhere.example/", "/\\elsewhere.example/", "/%5Celsewhere.example/"])
def test_the_address_leads_to_no_other_machine(visitor: Visitor, path: str) -> None:
    text = visitor.get(path + visitor.door[1:]).text

    assert 'url=/elsewhere.example/"' in text


@pytest.mark.parametrize("path", ["/", "/history", "/_stcore/health", "/_stcore/host-config", "/_stcore/metrics"])
def test_without_the_cookie_there_is_one_sentence_with_the_remedy(visitor: Visitor, path: str) -> None:
    assert "open the address printed in the terminal" in sentence(visitor.get(path))
    assert visitor.socket(**visitor.origin) == 403


@pytest.mark.parametrize("wrong", ["x", "%00", "%C3%A9", "é", ""])
def test_a_wrong_secret_opens_nothing(visitor: Visitor, wrong: str) -> None:
    name = visitor.cookie["Cookie"].split("=")[0]

    assert "printed in the terminal" in sentence(visitor.get(f"/?key={quote(wrong, safe='%')}"))
    assert "printed in the terminal" in sentence(visitor.get("/", Cookie=f"{name}={wrong}"))
    assert visitor.socket(Cookie=f"{name}={wrong}", **visitor.origin) == 403


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/_stcore/host-config"])
def test_a_window_of_before_a_restart_is_told(visitor: Visitor, path: str) -> None:
    """An open tab asks for what lies below _stcore and shows the answer, but not that of a 403."""
    answer = visitor.get(path, Cookie=f"{visitor.cookie['Cookie'].split('=')[0]}=of-before")

    assert "Nomenclator was started again" in sentence(answer)
    assert answer.status == (403 if path == "/" else 401)


@pytest.mark.parametrize("host", ["elsewhere.example", "127.0.0.1", "127.0.0.1:1", "localhost.:{port}", "[::1]:{port}"])
def test_a_foreign_host_is_refused_with_the_right_secret(visitor: Visitor, host: str) -> None:
    named = {"Host": host.format(port=visitor.host.split(":")[1])}

    assert "under its own address" in sentence(visitor.get("/", **visitor.cookie, **named))
    assert "under its own address" in sentence(visitor.get(visitor.door, **named))
    assert visitor.socket(**visitor.cookie, Origin=f"http://{named['Host']}", **named) == 403


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1", "https://{host}", "http://{host}.example"]
)
def test_a_foreign_page_is_refused_with_the_right_secret(visitor: Visitor, origin: str) -> None:
    of = {"Origin": origin.format(host=visitor.host)}

    assert "under its own address" in sentence(visitor.get("/", **visitor.cookie, **of))
    assert visitor.socket(**visitor.cookie, **of) == 403


def test_a_websocket_names_its_page(visitor: Visitor) -> None:
    assert visitor.socket(**visitor.cookie) == 403


def test_localhost_is_this_machine_too(visitor: Visitor) -> None:
    named = "localhost:" + visitor.host.split(":")[1]

    assert visitor.get("/", Host=named, **visitor.cookie).status == 200
    assert visitor.socket(Host=named, Origin=f"http://{named}", **visitor.cookie) == 101
    assert visitor.socket(Host=named, **visitor.origin, **visitor.cookie) == 403


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/favicon.png", "/nothing/there"])
def test_no_page_may_frame_the_window(visitor: Visitor, path: str) -> None:
    for headers in (visitor.cookie, {}):
        answer = visitor.get(path, **headers)
        assert answer.headers.get_all("X-Frame-Options") == ["DENY"]
        assert "frame-ancestors 'none'" in (answer.headers.get_all("Content-Security-Policy") or [])
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can be another user")
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells whose a connection is")
def test_another_user_who_has_read_the_secret_off_a_command_line_is_refused(visitor: Visitor) -> None:
    command = [sys.executable, "-c", ANOTHER_USER, visitor.host, visitor.door]

    assert subprocess.run(command, cwd="/", capture_output=True, text=True, check=True).stdout.strip() == "403"
    assert visitor.get(visitor.door).status == 200


def test_a_connection_that_nobody_knows_is_not_called_another_users() -> None:
    assert not belongs_to_another(("127.0.0.1", 1), ("127.0.0.1", 2))
    assert not belongs_to_another(None, ("127.0.0.1", 2))


@pytest.mark.slow
def test_the_window_will_not_listen_to_other_machines(tmp_path: Path) -> None:
    command = [*RUN, "--server.headless=true", "--server.address=0.0.0.0", "--server.port=0"]
    environment = {**os.environ, "NOMENCLATOR_WORKSPACE": str(tmp_path / "workspace")}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)

    assert ended.returncode == 1
    assert "leave out --server.address=0.0.0.0" in ended.stderr and "Traceback" not in ended.stderr
    assert "?key=" not in ended.stdout


@pytest.mark.slow
def test_foreign_requests_make_the_window_turn_to_nobody(made: Path, tmp_path: Path) -> None:
    """No socket of the program is opened to, bound on or used for another machine: no name is looked up."""
    folder, trace = Path(shutil.copytree(made, tmp_path / "workspace")), tmp_path / "trace"
    with traced(folder, trace) as address:
        visitor = Visitor(address)
        for origin in ("http://elsewhere.example", "null", "http://10.0.0.1:8501", f"http://{visitor.host}"):
            visitor.socket(**visitor.cookie, Origin=origin)
            visitor.get("/", **visitor.cookie, Origin=origin)
        visitor.get("/", **visitor.cookie)

    assert any("bind(" in line for line in network_calls(trace))
    assert beyond_this_machine(trace) == []
