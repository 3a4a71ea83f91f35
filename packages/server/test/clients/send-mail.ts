import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Team } from '@mailstop/contract'

/** Sends one mail as an app would: AUTH with the team's credentials. */
export async function sendMail(
  port: number,
  team: Pick<Team, 'smtp_username' | 'smtp_password'>,
  mail: SendMailOptions,
): Promise<{ response: string }> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    // A port that offers STARTTLS shows the server's own certificate.
    tls: { rejectUnauthorized: false },
    auth: { user: team.smtp_username, pass: team.smtp_password },
  })
  try {
    return await transport.sendMail({ from: 'app@rocket.test', to: 'you@customer.test', ...mail })
  } finally {
    transport.close()
  }
}
