"""A relay for tests, on Debian's aiosmtpd: takes mail over STARTTLS with a password, and tells of
each one on standard output a moment before it answers 250. A client killed in that moment cannot know
that its mail was taken. A mail may ask for the answer it gets in its header X-Answer: `550`, or `451`
for its first attempt.

Usage: relay.py <port> <file with certificate and key> <milliseconds before the 250>
"""

import asyncio
import email
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

port, pem, moment = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]) / 1000
put_off = set()


class Handler:
    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content)
        id = message["Resent-Message-ID"] or message["Message-ID"]
        if message["X-Answer"] == "550":
            return "550 5.7.1 not wanted"
        if message["X-Answer"] == "451" and id not in put_off:
            put_off.add(id)
            return "451 4.3.0 come back later"
        reply = {
            "to": envelope.rcpt_tos,
            "id": id,
            "subject": message["Subject"],
            "source": envelope.content.decode("latin1"),
            "tls": session.ssl is not None,
        }
        print(json.dumps(reply), flush=True)
        await asyncio.sleep(moment)
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
