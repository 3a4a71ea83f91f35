import type { MailUnsubscribe, UnsubscribeProblem } from '@mailstop/contract'

/** The values of the fields List-Unsubscribe and List-Unsubscribe-Post, unfolded. */
export type UnsubscribeFields = { header: string[]; post: string[] }

/** Null where the mail has neither field. */
export function readUnsubscribe(fields: UnsubscribeFields): MailUnsubscribe | null {
  const header = fields.header[0]?.trim() ?? null
  const post = fields.post[0]?.trim() ?? null
  if (header === null && post === null) return null
  const { links, isBare } = bracketed(header ?? '')
  const hasHttps = links.some((link) => /^https:/i.test(link) && isAddress(link))
  const isOneClick = post !== null && /^List-Unsubscribe=One-Click$/i.test(post)
  const found: Record<UnsubscribeProblem, boolean> = {
    // RFC 2369 section 3, RFC 8058 section 3.1.
    repeated: fields.header.length > 1 || fields.post.length > 1,
    no_address: header !== null && links.length === 0,
    not_in_brackets: isBare,
    invalid_address: links.some((link) => !isAddress(link)),
    post_alone: post !== null && header === null,
    post_value: post !== null && !isOneClick,
    post_without_https: post !== null && header !== null && !hasHttps,
  }
  return {
    header,
    post,
    links,
    one_click: isOneClick && hasHttps,
    problems: (Object.keys(found) as UnsubscribeProblem[]).filter((problem) => found[problem]),
  }
}

/**
 * RFC 2369 section 2: addresses stand in angle brackets, with commas between them. White space within
 * an address comes from folding and is no part of it. Comments are in parentheses.
 */
function bracketed(header: string): { links: string[]; isBare: boolean } {
  const links: string[] = []
  let rest = ''
  let at = 0
  while (at < header.length) {
    const open = header.indexOf('<', at)
    const close = open === -1 ? -1 : header.indexOf('>', open)
    if (close === -1) break
    rest += `${header.slice(at, open)} `
    const link = header.slice(open + 1, close).replaceAll(/\s+/g, '')
    if (link !== '') links.push(link)
    at = close + 1
  }
  rest += header.slice(at)
  const isBare = /[^\s,]/.test(rest.replaceAll(/\([^()]*\)/g, ''))
  return { links, isBare }
}

/** Characters. An address is ASCII (RFC 3986), and the time to encode a host that is not grows with its square. */
const longestForeign = 500

/** What a mail program can open. */
function isAddress(link: string): boolean {
  if (link.length > longestForeign && !/^\p{ASCII}+$/u.test(link)) return false
  const url = URL.parse(link)
  if (url === null) return false
  if (url.protocol === 'mailto:') return url.pathname.includes('@')
  return ['http:', 'https:', 'ftp:'].includes(url.protocol) && url.hostname !== ''
}
