import { createTransport } from 'nodemailer'
import type { Credentials } from './account.ts'

/** Sends mails one after another over one connection, so that they arrive in order. */
export function openConnection({ server, port, username, password }: Credentials) {
  return createTransport({
    host: server,
    port,
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
    tls: { rejectUnauthorized: false },
    auth: { user: username, pass: password },
  })
}
