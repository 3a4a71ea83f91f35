import type { FactsOf, SectionId } from '@mailstop/contract'
import { readInspected } from '../../src/inspect/mail/inspected-mail.ts'
import { inspect, summed, type CheckedSection } from '../../src/inspect/inspect.ts'
import type { InspectionOptions } from '../../src/inspect/section.ts'

export type TestMail = {
  subject?: string
  html?: string
  text?: string
  /** Lines of the header besides those that every mail has; a name that it has already takes its place. */
  headers?: string[]
  /** Takes the place of everything above. */
  source?: string | Buffer
  envelope?: { from?: string; to?: string[]; asks8Bit?: boolean }
  options?: Partial<InspectionOptions>
}

/** Has for each rule mails that fire it, and neighbours, as like them as can be, that do not. */
export type RuleCases = Record<string, { fires: TestMail[]; spares: TestMail[] }>

const usual = [
  'From: Shop <shop@example.com>',
  'To: Ada <ada@example.net>',
  'Date: Tue, 24 Nov 2026 10:00:00 +0000',
  'Message-ID: <1@example.com>',
  'MIME-Version: 1.0',
]
export const receivedAt = Date.parse('2026-11-24T10:00:05Z')

/** A mail in which nothing is wrong but what the test says. */
export function sourceOf({
  subject = 'Your order',
  html,
  text,
  headers = [],
  source,
}: TestMail): Buffer {
  if (source !== undefined) return Buffer.from(source)
  const named = new Set(headers.map((line) => line.split(':', 1)[0]?.toLowerCase()))
  const top = [...usual, `Subject: ${subject}`].filter(
    (line) => !named.has(line.split(':', 1)[0]?.toLowerCase()),
  )
  const part = (type: string, body: string) =>
    `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${(
      Buffer.from(body)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n')}\r\n`
  const bodies = [
    ...(text === undefined ? [] : [part('plain', text)]),
    ...(html === undefined ? [] : [part('html', html)]),
  ]
  const [only = part('plain', 'Hello')] = bodies
  const body =
    bodies.length < 2
      ? only
      : `Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n${bodies.join('--b\r\n')}--b--\r\n`
  return Buffer.from([...top, ...headers, body].join('\r\n'))
}

export async function checked(mail: TestMail) {
  const done: CheckedSection[] = []
  const envelope = {
    from: 'bounce@example.com',
    to: ['ada@example.net'],
    receivedAt,
    ...mail.envelope,
  }
  const options = { clients: [], stagingHosts: [], muted: [], ...mail.options }
  await inspect(sourceOf(mail), envelope, options, (section) => done.push(section))
  return summed(done)
}

/** Serves tests of what sections are made of. */
export const inspected = (mail: TestMail) =>
  readInspected(sourceOf(mail), { from: 'bounce@example.com', to: ['ada@example.net'], receivedAt })

/** A section that was not skipped. */
export async function checkedSection<Id extends SectionId>(id: Id, mail: TestMail) {
  const { sections } = await checked(mail)
  const section = sections.find((one) => one.id === id)
  if (!section?.facts) throw new Error(`${id} was skipped`)
  return { findings: section.findings, facts: section.facts as FactsOf<Id> }
}
