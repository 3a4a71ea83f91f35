import { domainToUnicode } from 'node:url'
import { isSameOrganization } from '../mail/domains.ts'

const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
const isMixed = (label: string) => /\p{Script=Latin}/u.test(label) && likeLatin.test(label)

/** Labels of Cyrillic letters alone that all look like Latin ones, as browsers suspect them too. */
const lookalike = /^[асԁеһіїјӏорԛѕԝхуԍ\d-]+$/u

/** Null where the host is what it seems to be. `href` is as it is written. */
export function deceptionIn(href: string, { hostname, username, password }: URL): string | null {
  const authority = /^https?:\/{0,2}([^/?#\\]{0,2000})/i.exec(href)?.[1] ?? ''
  if (username !== '' || password !== '') return 'a name or a password in front of the host'
  if (authority.includes('%')) return 'encoded characters in the host'
  if (!hostname.includes('xn--')) return null
  const labels = domainToUnicode(hostname).split('.')
  const isForeign = /[^\0-\x7f]/.test(labels.at(-1) ?? '')
  const odd = labels.find(
    (label) =>
      isMixed(label) || (!isForeign && /\p{Script=Cyrillic}/u.test(label) && lookalike.test(label)),
  )
  return odd === undefined ? null : `letters that look like others in ${odd}`
}

/** Their own names, without www. */
export const shorteners = new Set(
  'bit.ly bitly.com tinyurl.com t.co goo.gl ow.ly is.gd v.gd buff.ly rebrand.ly cutt.ly rb.gy shorturl.at tiny.cc t.ly s.id lnkd.in fb.me adf.ly bl.ink short.io soo.gd clck.ru bit.do mcaf.ee su.pr x.co tr.im cli.gs u.to qr.ae dlvr.it ift.tt db.tt snip.ly tny.im urlz.fr zpr.io 2.gp shrtco.de'.split(
    ' ',
  ),
)

/** Parameters by which the programs that send newsletters and count visitors follow readers. */
const tracking =
  /^(?:utm_[a-z_]+|(?:fb|g|dcl|wbra|gbra|ms|tt|tw|li_fat_|epi|s_k|yc|irc)clid|igshid|mc_[ce]id|_hs(?:enc|mi)|hsctatracking|mkt_tok|_ke|_kx|vero_(?:conv|id)|oly_(?:anon|enc)_id|rb_clickid|ml_subscriber(?:_hash)?|trk(?:_contact|_msg|_module|_sid)?|elqtrackid|elq|sc_(?:campaign|channel|content|medium|uid)|pk_(?:campaign|kwd|source|medium)|mtm_[a-z]+|piwik_[a-z]+|ck_subscriber_id|bsft_[a-z]+|spm|wickedid|cvid|ga_(?:source|medium|term|content|campaign))$/i

export const trackingIn = (url: URL | null): string[] =>
  url === null ? [] : [...new Set([...url.searchParams.keys()].filter((key) => tracking.test(key)))]

/** An address within another one, in its path or in a parameter, encoded up to twice. */
const within = /https?(?::|%(?:25)?3a)(?:\/|%(?:25)?2f){2}(?:www\.)?([a-z\d-][a-z\d.-]{0,252})/i

/** The host of another site that the address holds, as those of redirectors do. */
export function leadsTo(url: URL | null): string | null {
  if (url === null) return null
  const host = within.exec(url.href.slice(url.origin.length))?.[1]?.toLowerCase()
  if (host === undefined || !host.includes('.')) return null
  return isSameOrganization(host, url.hostname) ? null : host
}
