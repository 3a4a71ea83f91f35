import type { Mail } from '@mailstop/contract'
import { linkify } from './linkify.ts'
import { isTooDeep } from './markup-depth.ts'
import { parseMarkup } from './parse-markup.ts'

/** How much of a body is read. */
const readLength = 200_000

/** The text of a mail and its links, from both bodies. */
export function mailContents({ html, text }: Pick<Mail, 'html' | 'text'>): {
  text: string
  links: MailLink[]
} {
  // Blanks, so that the last word of a cell and the first of the next stay apart.
  const markup = (html ?? '').slice(0, readLength)
  const document =
    html === null || isTooDeep(markup) ? null : parseMarkup(markup.replaceAll('<', ' <')).document
  const unseen = document?.querySelectorAll('style, script, template, title') ?? []
  for (const element of unseen) element.remove()
  const anchors = [...(document?.querySelectorAll('a[href]') ?? [])].map((anchor) => ({
    href: anchor.getAttribute('href')?.trim() ?? '',
    text: anchor.textContent.replaceAll(/\s+/g, ' ').trim(),
  }))
  const written = linkify((text ?? '').slice(0, readLength)).flatMap((piece) =>
    piece.href === null ? [] : { href: piece.href, text: piece.text },
  )
  return {
    text: text ?? document?.body.textContent.replaceAll(/\s+/g, ' ') ?? '',
    links: [...anchors, ...written],
  }
}

export type MailLink = { href: string; text: string }

const wanted =
  /verif|confirm|activat|reset|sign[\s_-]?in|log[\s_-]?in|magic|accept|invit|unlock|approv|password|join/i
const unwanted = /unsubscri|preference|privacy|terms|support|help|view in (?:your )?browser|report/i

/**
 * The main link of a mail, if it has one: to verify, reset, accept or sign in. The text of a link counts
 * before its address.
 */
export function mainLink(links: readonly MailLink[]): MailLink | null {
  const usable = links.filter(
    ({ href, text }) => /^https?:/i.test(href) && !unwanted.test(text) && !unwanted.test(href),
  )
  return (
    usable.find(({ text }) => wanted.test(text) && !/^https?:/i.test(text)) ??
    usable.find(({ href }) => wanted.test(withoutHost(href))) ??
    null
  )
}

function withoutHost(href: string): string {
  const url = URL.parse(href)
  return url === null ? '' : url.pathname + url.search
}
