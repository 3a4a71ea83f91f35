import type { CheckableLink, Extracted, OneTimeReason } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'

/** Words of an address or of the text of its link, the surest first. */
const words: [OneTimeReason, RegExp][] = [
  [
    'unsubscribe',
    /unsubscribe|opt[-_]?out|abmelden|abbestellen|d[eé]sabonn|desinscri|desuscri|cancelar/i,
  ],
  ['reset', /reset|password|passwort|mot[-_]?de[-_]?passe|contrase/i],
  ['verify', /verif/i],
  ['confirm', /confirm|activat|best[aä]tig|opt[-_]?in|invit|accept|magic|sign[-_]?in|log[-_]?in/i],
]

/** Twenty letters and digits or more, as a part of a path or the value of a parameter: no word of a language. */
const isToken = (part: string): boolean =>
  part.length >= 20 && /^[\w.~%+-]+$/.test(part) && /\d/.test(part) && /[a-z]/i.test(part)

/** Why a link may work only once. It errs on the side of caution: what it names is only not asked unless somebody wants it. */
export function oneTimeReasonOf(
  url: string,
  texts: string[],
  isListed: boolean,
): OneTimeReason | null {
  if (isListed) return 'unsubscribe'
  const { pathname = '', search = '', hash = '' } = URL.parse(url) ?? {}
  const way = `${pathname}${search}${hash}`
  for (const [reason, form] of words) {
    if ([way, ...texts].some((text) => form.test(text))) return reason
  }
  return way.split(/[/?&=#]/).some(isToken) ? 'token' : null
}

/** The links of a mail that can be asked, each address once, in their order. */
export function checkableLinks({ links, unsubscribe }: Extracted): CheckableLink[] {
  const texts = new Map<string, string[]>()
  for (const { href, text, image_alt, host } of links) {
    if (host === null || href.length > limits.checkedAddress) continue
    const all = texts.get(href) ?? []
    texts.set(href, all)
    all.push(...[text, image_alt].filter((each) => each !== null))
  }
  const listed = new Set(unsubscribe?.links)
  return [...texts].map(([url, all]) => ({
    url,
    one_time: oneTimeReasonOf(url, all, listed.has(url)),
  }))
}
