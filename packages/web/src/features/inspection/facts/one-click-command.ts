import type { FactsOf } from '@mailstop/contract'

/** The request of a mail client, for a shell: in single quotes it reads all but a single quote as it is. */
export function oneClickCommand({ one_click: isOffered, links }: FactsOf<'unsubscribe'>) {
  const url = links.find((link) => /^https:/i.test(link))
  if (!isOffered || url === undefined) return null
  return `curl -X POST -d 'List-Unsubscribe=One-Click' '${url.replaceAll("'", '%27')}'`
}
