/**
 * The header fields that let a recipient unsubscribe by the link: RFC 2369; and RFC 8058, with which a mail program
 * asks for it with one click, over TLS alone. Pure.
 */
export function unsubscribeFields(stopUrl: string): [name: string, value: string][] {
  const url = new URL(stopUrl)
  const field: [string, string] = ['List-Unsubscribe', `<${url.href}>`]
  if (url.protocol !== 'https:') return [field]
  return [field, ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click']]
}
