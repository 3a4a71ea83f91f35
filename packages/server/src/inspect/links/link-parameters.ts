import { isSameOrganization } from '../mail/domains.ts'

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
