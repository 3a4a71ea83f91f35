import { mkdirSync } from 'node:fs'
import { readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rememberedMs } from '../queue/queue-rules.ts'
import { compose } from './compose.ts'
import type { Deliver } from './relay.ts'

/**
 * Where mail goes without a relay: a file each in the data folder, and the link of an email template on
 * the terminal, so that a first user can verify. Files older than 30 days are removed.
 */
type FolderOptions = {
  dataDir: string
  mailFrom: string
  print: (text: string) => void
  now: () => number
}

export function createMailFolder({ dataDir, mailFrom, print, now }: FolderOptions) {
  const folder = join(dataDir, 'system-mail')
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  const deliver: Deliver = async (outgoing) => {
    const { id, createdAt, mail } = outgoing
    // Loaded only when there is mail to write.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true })
    const { message } = await transport.sendMail(compose(outgoing, mailFrom))
    const file = `${fileTime(createdAt)}-${id}.eml`
    // Its links are as powerful as a password. Renamed at the end, so that a file is complete or
    // absent.
    await writeFile(join(folder, `${file}.part`), message, { mode: 0o600 })
    await rename(join(folder, `${file}.part`), join(folder, file))
    if ('link' in mail && mail.link) print(`${mail.subject}, for ${mail.to}:\n  ${mail.link}`)
    return `MAIL_URL is not set: kept as ${join('system-mail', file)}`
  }

  async function removeOld(): Promise<void> {
    const oldest = fileTime(now() - rememberedMs)
    const files = await readdir(folder)
    const old = files.filter((file) => /^\d{4}-.+\.eml/.test(file) && file < oldest)
    for (const file of old) await unlink(join(folder, file))
  }

  return { deliver, removeOld }
}

const fileTime = (time: number) => new Date(time).toISOString().replaceAll(/[:.]/g, '-')
