import type { MailLink } from '@mailstop/contract'

type Link = Pick<MailLink, 'href' | 'text'>

const wanted =
  /verif|confirm|activat|reset|sign[\s_-]?in|log[\s_-]?in|magic|accept|invit|unlock|approv|password|join/i
const unwanted = /unsubscri|preference|privacy|terms|support|help|view in (?:your )?browser|report/i

/**
 * The main link of a mail, if it has one: to verify, reset, accept or sign in. The text of a link counts
 * before its address.
 */
export function mainLink<Found extends Link>(links: readonly Found[]): Found | null {
  const usable = links.filter(
    ({ href, text }) =>
      /^https?:/i.test(href) && !unwanted.test(text ?? '') && !unwanted.test(href),
  )
  return (
    usable.find(({ text }) => text !== null && wanted.test(text) && !/^https?:/i.test(text)) ??
    usable.find(({ href }) => wanted.test(withoutHost(href))) ??
    null
  )
}

function withoutHost(href: string): string {
  const url = URL.parse(href)
  return url === null ? '' : url.pathname + url.search
}
