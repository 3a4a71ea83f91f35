import { inboxName, limits, tagField, type Mail } from '@mailstop/contract'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { fencedText, notice, oneLine } from './fenced-text.ts'
import {
  mailText,
  mostCharacters,
  rowText,
  shownLink,
  shownMail,
  shownRow,
  type Bodies,
  type Part,
  type ShownMail,
} from './shown-mail.ts'
import { defineTool, type Tool, type ToolDeps, type Wants } from './tool.ts'

const text = (most: number) => z.string().trim().max(most)
const id = z.int().min(1).describe('The id of a mail.')
const conditions = {
  to: text(320).optional().describe('A whole recipient address; * stands for any characters.'),
  from: text(320).optional().describe('The whole sender address; * stands for any characters.'),
  subject: text(limits.queryLength).optional().describe('Words next to each other in the subject.'),
  tag: z
    .union([z.literal(''), tagField])
    .optional()
    .describe('A whole tag.'),
  inbox: z
    .union([z.literal(''), inboxName])
    .optional()
    .describe('The name of an inbox, of list_inboxes.'),
  q: text(limits.queryLength)
    .optional()
    .describe(
      'A search: words, "phrases", from: to: subject: body: has:attachment is:unread newer_than:1h, - for not.',
    ),
  after: text(40).optional().describe('A marker: only mail that arrived after it.'),
}

const mostWaitSeconds = limits.waitMs / 1_000
/** The part of a text that is shown of an awaited mail, whose code or link is found already. */
const awaitedCharacters = 4_000
/** Html that is read to make text of it. */
const readBytes = 512 * 1024
const mostLinks = 20

export function readingTools({ mails, waits }: ToolDeps): Tool[] {
  /** Adds the bodies that are too large for a mail, as far as they are needed. */
  async function bodiesOf(mail: Mail, parts: readonly Part[], wants: Wants): Promise<Bodies> {
    const isWanted = {
      text: parts.includes('text'),
      html: parts.includes('html') || (parts.includes('text') && !hasText(mail)),
    }
    const read = async (kind: 'text' | 'html') => {
      if (!isWanted[kind] || !mail.large.includes(kind)) return mail[kind]
      const bytes = await mails.show.body(wants('read_mail'), mail.id, kind)
      return Buffer.from(bytes.subarray(0, readBytes)).toString()
    }
    return { text: await read('text'), html: await read('html') }
  }

  const search = defineTool({
    name: 'search_mails',
    title: 'Search mail',
    description:
      'Lists caught mail, newest first, as a row each. All conditions must hold; without one it lists all mail.',
    action: 'read_mail',
    kind: 'reads',
    input: z.strictObject({ ...conditions, limit: z.int().min(1).max(50).default(20) }),
    async run({ limit, ...query }, wants) {
      const { data, meta } = await mails.show.list(wants('read_mail'), {
        ...query,
        filter: 'all',
        per_page: limit,
      })
      const { total, marker } = meta
      const about = `${data.length} of ${total} messages, newest first. Marker of now: ${marker}`
      return {
        text: data.length === 0 ? about : fencedText(about, data.map(rowText).join('\n')),
        data: { notice, total, marker, mails: data.map(shownRow) },
      }
    },
  })

  const get = defineTool({
    name: 'get_mail',
    title: 'Read a mail',
    description: `One mail with its code, links, attachments and text (made from the html where it has none). At most ${mostCharacters} characters of each part. Does not mark it read.`,
    action: 'read_mail',
    kind: 'reads',
    input: z.strictObject({
      id,
      parts: z
        .array(z.enum(['text', 'html', 'headers']))
        .max(3)
        .default(['text'])
        .describe('html is the markup.'),
    }),
    async run({ id: mailId, parts }, wants) {
      const mail = await mails.show.get(wants('read_mail'), mailId)
      const bodies = await bodiesOf(mail, parts, wants)
      const shown = shownMail(mail, parts, bodies, mostCharacters)
      return {
        text: fencedText(aboutMail(shown), mailText(shown)),
        data: { notice, mail: shown },
      }
    },
  })

  const wait = defineTool({
    name: 'wait_for_mail',
    title: 'Wait for a mail',
    description:
      'Returns the newest mail that meets all conditions as soon as there is one, with its code, links and text. Take a marker (new_address, search_mails) before you cause the mail, and pass it as after: without it, older mail counts too. Where nothing came in time, call it again with the same after.',
    action: 'read_mail',
    kind: 'reads',
    input: z
      .strictObject({
        ...conditions,
        timeout_s: z.number().min(0).max(mostWaitSeconds).default(20),
      })
      .refine(
        ({ to, from, subject, tag, inbox, q, after }) =>
          to || from || subject || tag || inbox || q || after,
        {
          message: 'Pass at least one of to, from, subject, tag, inbox, q and after',
        },
      ),
    async run({ timeout_s: seconds, ...query }, wants) {
      const askedAt = Date.now()
      try {
        const { data, meta } = await waits.wait(wants('read_mail'), {
          ...query,
          order: 'newest',
          timeout: Math.round(seconds * 1_000),
        })
        const mail = data as Mail
        const bodies = await bodiesOf(mail, ['text'], wants)
        const shown = shownMail(mail, ['text'], bodies, awaitedCharacters)
        const { marker, waited_ms } = meta
        const cameLater = Date.parse(mail.received_at) >= askedAt
        const arrival = cameLater ? `It came after ${waited_ms} ms.` : wasThere(query.after)
        const about = `${aboutMail(shown)}\n${arrival} To wait for the next one, pass after: ${marker}`
        return {
          text: fencedText(about, mailText(shown)),
          data: { notice, found: true, marker, waited_ms, mail: shown },
        }
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'no_mail')) throw error
        return nothingCame(error)
      }
    },
  })

  const link = defineTool({
    name: 'get_link',
    title: 'Get links of a mail',
    description:
      'The links of a mail, in its order, with the text that each has. Nothing is requested from them.',
    action: 'read_mail',
    kind: 'reads',
    input: z.strictObject({
      id,
      match: text(200)
        .optional()
        .describe('Only links whose address or text contains this, without regard to case.'),
    }),
    async run({ id: mailId, match = '' }, wants) {
      const { extracted } = await mails.show.get(wants('read_mail'), mailId)
      const wanted = match.toLowerCase()
      const found = (extracted?.links ?? []).filter(({ href, text: words, image_alt }) =>
        [href, words, image_alt].some((each) => each?.toLowerCase().includes(wanted)),
      )
      const links = found.slice(0, mostLinks).map(shownLink)
      const about = `${links.length} of ${found.length} links of mail #${mailId}`
      const lines = links.map(({ href, text: words }) => (words ? `${href} (${words})` : href))
      return {
        text: links.length === 0 ? about : fencedText(about, lines.join('\n')),
        data: { notice, total: found.length, links },
      }
    },
  })

  const newAddress = defineTool({
    name: 'new_address',
    title: 'Make an address',
    description:
      'An address that nobody has used before, and a marker of now for wait_for_mail. Mail to every address is caught, so nothing is created.',
    action: 'read_mail',
    kind: 'reads',
    input: z.strictObject({
      name: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,31}$/)
        .default('agent')
        .describe('What a reader of the inbox recognizes.'),
    }),
    async run({ name }, wants) {
      const { marker } = await waits.marker(wants('read_mail'))
      // Reserved (RFC 2606), so that it leads nowhere if the mail is sent for real.
      const address = `${name}+${randomLetters(8)}@test.example`
      return { text: `${address}\nMarker of now: ${marker}`, data: { address, marker } }
    },
  })

  return [search, get, wait, link, newAddress]
}

const hasText = ({ text: own, large }: Mail) => own !== null || large.includes('text')

const aboutMail = ({ id: mailId, received_at, read, flagged, size }: ShownMail) =>
  `Mail #${mailId}, received ${received_at}, ${size} bytes, ${read ? 'read' : 'unread'}${flagged ? ', flagged' : ''}`

/** An agent that passed no marker must not mistake the code of an older mail for its own. */
const wasThere = (after = '') =>
  after === ''
    ? 'It was there before this wait and may be an old one: pass a marker as after to get newer mail alone.'
    : 'It was there before this wait, and is newer than after.'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

/** What came instead says why: a typo in the address, or another subject. */
function nothingCame({ details }: Refusal) {
  const { saw = [], near = [] } = (details ?? {}) as Partial<Record<'saw' | 'near', Passed[]>>
  const shown = (all: Passed[]) =>
    all.map((mail) => ({
      id: mail.id,
      received_at: mail.received_at,
      failed: mail.failed,
      written_by_sender: {
        to: mail.to
          .slice(0, 3)
          .map(({ address }) => oneLine(address))
          .join(', '),
        subject: oneLine(mail.subject),
      },
    }))
  const lines = (all: Passed[]) =>
    shown(all).map(
      ({ id: mailId, failed, written_by_sender: written }) =>
        `#${mailId} to ${written.to}, subject ${written.subject}; it fails: ${failed.join(', ') || 'nothing'}`,
    )
  const about = 'No mail that matches came in time.'
  const all = [
    ...(saw.length > 0 ? ['Came meanwhile:', ...lines(saw)] : []),
    ...(near.length > 0 ? ['Came before, and resembles it:', ...lines(near)] : []),
  ]
  return {
    text:
      all.length === 0 ? `${about} Nothing else came either.` : fencedText(about, all.join('\n')),
    data: { notice, found: false, saw: shown(saw), near: shown(near) },
  }
}

type Passed = {
  id: number
  received_at: string
  to: { address: string }[]
  subject: string
  failed: string[]
}
