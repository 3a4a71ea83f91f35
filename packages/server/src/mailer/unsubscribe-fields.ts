/**
 * The header fields by which a recipient ends what this mail is one of, by its link: RFC 2369; and
 * RFC 8058, by which a mail program asks for it with one click, over TLS alone. Pure.
 */
export function unsubscribeFields(stopUrl: string): [name: string, value: string][] {
  const url = new URL(stopUrl)
  const field: [string, string] = ['List-Unsubscribe', `<${url.href}>`]
  if (url.protocol !== 'https:') return [field]
  return [field, ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click']]
}
