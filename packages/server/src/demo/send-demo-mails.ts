import { createTransport, type SendMailOptions } from 'nodemailer'
import type { DemoMail } from './demo-mail.ts'

/**
 * Sends the demonstration inbox through the SMTP port, as an app would: STARTTLS, AUTH, one
 * connection. Its dates spread over the two weeks before `now`.
 */
export async function sendDemoMails(to: {
  host: string
  port: number
  username: string
  password: string
  now?: () => number
}): Promise<void> {
  // Loaded only now: its pictures are drawn as it loads, and an ordinary start need not wait.
  const { demoMails } = await import('./demo-mails.ts')
  const startedAt = (to.now ?? Date.now)()
  const transport = createTransport({
    host: to.host,
    port: to.port,
    requireTLS: true,
    // The certificate is the one that this product has just made for itself.
    tls: { rejectUnauthorized: false },
    auth: { user: to.username, pass: to.password },
    // One connection, so that mail arrives in the order in which it was written.
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
  })
  try {
    await Promise.all(demoMails.map(async (mail) => transport.sendMail(written(mail, startedAt))))
  } finally {
    transport.close()
  }
}

function written({ mail, minutesAgo }: DemoMail, now: number): SendMailOptions {
  const date = new Date(now - minutesAgo * 60_000)
  if (typeof mail === 'function') return mail(date.toUTCString().replace('GMT', '+0000'))
  return { date, ...mail }
}
