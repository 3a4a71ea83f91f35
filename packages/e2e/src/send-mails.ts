import { createTransport } from 'nodemailer'
import type { Credentials } from './account.ts'

/** Sends one mail for each subject, the first first, and resolves when all are accepted. */
export async function sendMails(to: Credentials, subjects: readonly string[]): Promise<void> {
  const { server: host, port, username: user, password: pass } = to
  const transport = createTransport({
    host,
    port,
    // One connection keeps the order.
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
    tls: { rejectUnauthorized: false },
    auth: { user, pass },
  })
  for (const subject of subjects) {
    await transport.sendMail({
      from: 'The Shop <shop@sender.test>',
      to: 'someone@recipient.test',
      subject,
      text: `About ${subject}.`,
    })
  }
  transport.close()
}
