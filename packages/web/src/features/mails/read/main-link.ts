export type MailLink = { href: string; text: string }

const wanted =
  /verif|confirm|activat|reset|sign[\s_-]?in|log[\s_-]?in|magic|accept|invit|unlock|approv|password|join/i
const unwanted = /unsubscri|preference|privacy|terms|support|help|view in (?:your )?browser|report/i

/**
 * The link that a mail was sent for, if it was sent for one: to verify, reset, accept or sign in.
 * What a link says counts before where it leads.
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
