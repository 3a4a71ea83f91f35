import { createTransport } from 'nodemailer'
import type { Credentials } from './account.ts'

/** Sends one mail after another over a connection that is kept, which keeps their order. */
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
