import type { OneTimeReason } from '@mailstop/contract'

/** Words of an address or of the text of its link, the surest first. */
const words: [OneTimeReason, RegExp][] = [
  [
    'unsubscribe',
    /unsub|opt[-_ ]?out|abmeld|abbestell|d[eé]s(?:abonn|inscri)|desuscri|darse de baja|cancelar|disiscri|uitschrijv|afmeld|wypisz|отписа|配信停止|退订|取消订阅|수신거부|manage (?:your )?preferences/i,
  ],
  [
    'reset',
    /reset|password|passwort|mot[-_ ]?de[-_ ]?passe|contrase|senha|wachtwoord|парол|パスワード|密码/i,
  ],
  ['verify', /verif|vérif|подтверд|認証|验证/i],
  [
    'confirm',
    /confirm|activat|aktivier|best[aä]tig|bevestig|conferma|opt[-_ ]?in|invit|einlad|accept|annehm|approv|magic|sso\b|sign[-_ ]?in|log[-_ ]?in|anmeld|connexion|確認|确认/i,
  ],
]

/** Letters and digits together that no word of a language has. */
const isToken = (piece: string) =>
  piece.length >= 20 && /^[\w.~%+-]+$/.test(piece) && /\d/.test(piece) && /[a-z]/i.test(piece)

/**
 * Why asking for a link may use it up; null where nothing says so. It errs on the side of caution: what it names is only not asked unless somebody wants it.
 * `isListed`: it is among the addresses of List-Unsubscribe.
 */
export function oneTimeReasonOf(
  url: string,
  texts: readonly string[],
  isListed: boolean,
): OneTimeReason | null {
  if (isListed) return 'unsubscribe'
  const { pathname = '', search = '', hash = '' } = URL.parse(url) ?? {}
  const way = `${pathname}${search}${hash}`
  // A word such as "bestätigen" is encoded in an address.
  const readable = way.replaceAll(/(?:%[\da-f]{2})+/gi, decoded)
  for (const [reason, form] of words) {
    if (form.test(readable) || texts.some((text) => form.test(text))) return reason
  }
  return way.split(/[/?&=#]/).some(isToken) ? 'token' : null
}

/** As it is written where it cannot be decoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
