import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { getMail, getMailBody, getMailSource, listMails, type Team } from '@mailstop/contract'
import type { ApiClient } from '../clients/api-client.ts'
import { beginMail, connectAs, queuedId } from '../durability/smtp-connection.ts'
import { setting } from '../soak/setting.ts'
import type { Answer } from './asking.ts'

const megabytes = 1_000_000

/** A little less than the largest that is caught: MEMORY_MAIL_MB, 26 unless given. */
export const mailMb = setting('MEMORY_MAIL_MB', 26)
export const mostMailBytes = Math.ceil(mailMb * 1.01 * megabytes)

/** Lines that read like text. */
export function largeText(): string {
  const head = 'Subject: Large\r\nFrom: app@rocket.test\r\nTo: you@customer.test\r\n\r\n'
  const line = 'The quick brown fox jumps over the lazy dog and reads the log.\r\n'
  return head + line.repeat(Math.floor((mailMb * megabytes - head.length) / line.length))
}

export const controlsMb = Math.min(10.5, mailMb)

/** Each of its characters is six in JSON. */
export function textOfControls(): string {
  const head = 'Subject: Controls\r\nFrom: app@rocket.test\r\nTo: you@customer.test\r\n\r\n'
  const line = `${'\u0001'.repeat(900)}\r\n`
  return head + line.repeat(Math.floor((controlsMb * megabytes) / line.length))
}

/** Sends it over a connection of its own. What was refused for now may be sent again. */
export function sending(smtpPort: number, team: Team, source: Buffer): () => Promise<Answer> {
  return async () => {
    const connection = await connectAs(smtpPort, team)
    try {
      const ready = await beginMail(connection)
      const reply = ready.startsWith('354') ? await connection.say(source) : ready
      if (queuedId(reply) !== null) return 'answered'
      if (/^4\d\d/.test(reply)) return { againInMs: 1_000 }
      return { wrong: reply === '' ? 'the connection was cut' : reply }
    } finally {
      connection.close()
    }
  }
}

export type Inbox = { api: ApiClient; team: Team }

/** As a browser does: the bodies that are too large for the mail's reply are fetched apart. */
export function opening({ api, team }: Inbox, mail: number): () => Promise<Answer> {
  const params = { team: String(team.id), mail: String(mail) }
  return async () => {
    const answer = await api.call(getMail, { params })
    if (!answer.ok) return refusal(answer.status, answer.headers)
    // It is a fault of the machine's and not of the mail's when there is too little time or memory.
    if (answer.body.data.problem === 'too_complex') return { wrong: 'it was called too complex' }
    for (const kind of answer.body.data.large) {
      const link = await api.call(getMailBody, { params: { ...params, kind } })
      if (!link.ok) return refusal(link.status, link.headers)
      const body = await api.send('GET', link.body.url)
      const { byteLength } = await body.arrayBuffer()
      if (!body.ok) return refusal(body.status, body.headers)
      if (byteLength < megabytes) return { wrong: `a body of ${byteLength} bytes` }
    }
    return 'answered'
  }
}

export function downloading({ api, team }: Inbox, mail: number, hash: string) {
  const params = { team: String(team.id), mail: String(mail) }
  return async (): Promise<Answer> => {
    const link = await api.call(getMailSource, { params })
    if (!link.ok) return refusal(link.status, link.headers)
    const response = await api.send('GET', link.body.url)
    if (!response.ok) {
      await response.arrayBuffer()
      return refusal(response.status, response.headers)
    }
    const digest = createHash('sha256')
    for await (const chunk of response.body ?? []) digest.update(chunk as Uint8Array)
    return digest.digest('hex') === hash ? 'answered' : { wrong: 'the bytes are others' }
  }
}

export function listing({ api, team }: Inbox): () => Promise<Answer> {
  return async () => {
    const answer = await api.call(listMails, { params: { team: String(team.id) }, query: {} })
    return answer.ok ? 'answered' : refusal(answer.status, answer.headers)
  }
}

/** Only a refusal that says when to come back is one for now. */
function refusal(status: number, headers: Headers): Answer {
  const seconds = Number(headers.get('retry-after'))
  if (status === 503 && seconds > 0) return { againInMs: seconds * 1_000 }
  return { wrong: status === 503 ? '503 without Retry-After' : `status ${status}` }
}

/** The ids of all mail there is, once there are so many. */
export async function idsOf({ api, team }: Inbox, count: number): Promise<number[]> {
  const params = { team: String(team.id) }
  for (;;) {
    const { data } = await api.must(listMails, { params, query: { per_page: '100' } })
    if (data.length >= count) return data.map(({ id }) => id)
    await delay(100)
  }
}
