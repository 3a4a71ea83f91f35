"""A relay for tests, on Debian's aiosmtpd: takes mail over STARTTLS with a password, and tells of
each one on standard output a moment before it answers 250. A client killed in that moment cannot know
that its mail was taken.

Usage: relay.py <port> <file with certificate and key>
"""

import asyncio
import email
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

port, pem = int(sys.argv[1]), sys.argv[2]


class Handler:
    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content)
        told = {"to": envelope.rcpt_tos, "id": message["Message-ID"], "tls": session.ssl is not None}
        print(json.dumps(told), flush=True)
        await asyncio.sleep(0.1)
        return "250 2.0.0 taken"


def authenticate(server, session, envelope, mechanism, credentials):
    right = (credentials.login, credentials.password) == (b"mailstop", b"pass word")
    return AuthResult(success=right)


async def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(pem)
    options = {
        "hostname": "localhost",
        "tls_context": context,
        "require_starttls": True,
        "auth_required": True,
        "authenticator": authenticate,
    }
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(Handler(), **options), "127.0.0.1", port
    )
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


asyncio.run(main())
