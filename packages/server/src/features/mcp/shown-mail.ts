import type { Extracted, Mail, MailLink, Mailbox, MailSummary } from '@mailstop/contract'
import { htmlText } from '../../mime/text/html-text.ts'
import { cut, manyLines, oneLine, withoutUnseen } from './fenced-text.ts'

/** A mail as a tool returns it: bounded, and with what its sender wrote apart from what we say. Pure. */

export const mostCharacters = 20_000
const mostLinks = 20
const mostCodes = 5
const mostAttachments = 50
const mostHeaders = 100
const mostAddresses = 5
const longestLink = 2_000

const addressText = ({ name, address }: Mailbox) =>
  oneLine(name === '' ? address : `${name} <${address}>`)

function addressesText(all: Mailbox[]): string {
  const shown = all.slice(0, mostAddresses).map(addressText).join(', ')
  return all.length > mostAddresses ? `${shown} and ${all.length - mostAddresses} more` : shown
}

/** What we say of a mail. */
const factsOf = ({ id, received_at, read_at, flagged, size }: MailSummary) => ({
  id,
  received_at,
  read: read_at !== null,
  flagged,
  size,
})

export function shownRow(mail: MailSummary) {
  return {
    ...factsOf(mail),
    attachment_count: mail.attachment_count,
    written_by_sender: {
      from: mail.from && addressText(mail.from),
      to: addressesText(mail.to),
      subject: oneLine(mail.subject),
      tags: mail.tags.slice(0, mostCodes),
      snippet: oneLine(mail.snippet, 140),
    },
  }
}

export function rowText(mail: MailSummary): string {
  const { id, received_at, read, flagged, written_by_sender: written } = shownRow(mail)
  const marks = [read ? 'read' : 'unread', ...(flagged ? ['flagged'] : [])].join(', ')
  return [
    `#${id}, ${received_at}, ${marks}`,
    `  From: ${written.from ?? '(nobody)'}  To: ${written.to}`,
    `  Subject: ${written.subject}`,
    `  ${written.snippet}`,
  ].join('\n')
}

export const shownLink = ({ href, text, image_alt, host, other_host }: MailLink) => ({
  href: cut(withoutUnseen(href), longestLink).text,
  text: oneLine(text ?? image_alt ?? ''),
  host,
  /** Its text names this other host. */
  ...(other_host !== null && { text_names_host: other_host }),
})

export type Part = 'text' | 'html' | 'headers'

/** The bodies that are too large for a mail are read apart. */
export type Bodies = { text: string | null; html: string | null }

export function shownMail(mail: Mail, parts: readonly Part[], bodies: Bodies, most: number) {
  const { extracted } = mail
  return {
    ...factsOf(mail),
    written_by_sender: {
      from: mail.from && addressText(mail.from),
      to: addressesText(mail.to),
      ...(mail.cc.length > 0 && { cc: addressesText(mail.cc) }),
      subject: oneLine(mail.subject),
      tags: mail.tags,
      code: extracted?.code ?? null,
      codes: codesOf(extracted),
      links: (extracted?.links ?? []).slice(0, mostLinks).map(shownLink),
      more_links: Math.max(0, (extracted?.links.length ?? 0) - mostLinks),
      attachments: mail.attachments.slice(0, mostAttachments).map((each) => ({
        key: each.key,
        filename: oneLine(each.filename),
        content_type: oneLine(each.content_type),
        size: each.size,
      })),
      ...(parts.includes('text') && { text: bodyOf(readableText(bodies), most) }),
      ...(parts.includes('html') && { html: bodyOf(bodies.html, most) }),
      ...(parts.includes('headers') && {
        headers: mail.headers
          .slice(0, mostHeaders)
          .map(({ name, value }) => `${oneLine(name)}: ${oneLine(value, 500)}`),
      }),
    },
  }
}

const codesOf = (extracted: Extracted | null) =>
  [...new Set((extracted?.codes ?? []).map(({ value }) => value))].slice(0, mostCodes)

/** Spaces of a layout say nothing. */
const readableText = ({ text, html }: Bodies): string | null =>
  text ??
  (html === null
    ? null
    : htmlText(html, '\n')
        .replaceAll(/[^\S\n]+/g, ' ')
        .replaceAll(/ ?\n[ \n]*/g, '\n')
        .trim())

const bodyOf = (body: string | null, most: number): string | null => {
  if (body === null) return null
  const { text, isCut } = cut(manyLines(body), most)
  return isCut ? `${text}\n[cut after ${text.length} characters]` : text
}

export type ShownMail = ReturnType<typeof shownMail>

/** The same for a reader. */
export function mailText({ written_by_sender: mail }: ShownMail): string {
  const { text, html, headers = [] } = mail
  return [
    `From: ${mail.from ?? '(nobody)'}`,
    `To: ${mail.to}`,
    ...(mail.cc === undefined ? [] : [`Cc: ${mail.cc}`]),
    `Subject: ${mail.subject}`,
    ...(mail.tags.length > 0 ? [`Tags: ${mail.tags.join(', ')}`] : []),
    ...(mail.code === null ? [] : [`Code: ${mail.code}`]),
    ...(mail.code === null && mail.codes.length > 0
      ? [`Possible codes: ${mail.codes.join(', ')}`]
      : []),
    ...mail.links.map(({ href, text: words }) => `Link: ${href}${words ? ` (${words})` : ''}`),
    ...(mail.more_links > 0 ? [`and ${mail.more_links} more links`] : []),
    ...mail.attachments.map(
      ({ key, filename, content_type: type, size }) =>
        `Attachment ${key}: ${filename}, ${type}, ${size} bytes`,
    ),
    ...headers,
    ...(text === undefined ? [] : ['', text ?? '(no text)']),
    ...(html === undefined ? [] : ['', html ?? '(no html)']),
  ].join('\n')
}
