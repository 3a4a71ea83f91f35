import { readFile } from 'node:fs/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'

/** One of `mails.json`: its name is that of its file in `mails/`, its `from` and `to` the envelope. */
type DemoMail = { name: string; minutesAgo: number; from: string; to: string[] }

/**
 * Sends the demonstration inbox through the SMTP port, as an app would: with AUTH, over one
 * connection. Its dates spread over the two weeks before `now`.
 */
export async function sendDemoMails(to: {
  /** The folder that holds `mails.json` and `mails/`. */
  folder: URL
  host: string
  port: number
  username: string
  password: string
  now?: () => number
}): Promise<void> {
  const mails = JSON.parse(await readFile(new URL('mails.json', to.folder), 'utf8')) as DemoMail[]
  const startedAt = (to.now ?? Date.now)()
  const written = await Promise.all(mails.map((mail) => write(mail, to.folder, startedAt)))
  const transport = createTransport({
    host: to.host,
    port: to.port,
    // Where STARTTLS is offered, the certificate may be the one that this product has just made for itself.
    tls: { rejectUnauthorized: false },
    auth: { user: to.username, pass: to.password },
    // One connection, so that mail arrives in the order of the list, the oldest first.
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
  })
  try {
    await Promise.all(written.map(async (mail) => transport.sendMail(mail)))
  } finally {
    transport.close()
  }
}

/** Writes line ends and a date as they are sent. Files are bytes: some hold what no charset declares. */
async function write({ name, minutesAgo, from, to }: DemoMail, folder: URL, now: number) {
  const date = new Date(now - minutesAgo * 60_000).toUTCString().replace('GMT', '+0000')
  const text = (await readFile(new URL(`mails/${name}.eml`, folder), 'latin1'))
    .replace(/^Date: .*$/m, `Date: ${date}`)
    .replaceAll('\n', '\r\n')
  return { envelope: { from, to }, raw: Buffer.from(text, 'latin1') } satisfies SendMailOptions
}
