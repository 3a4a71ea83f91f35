import { limits, type Mail } from '@mailstop/contract'

/**
 * A search for the mails of a conversation (RFC 5322 section 3.6.4): the first of it and all that name the first,
 * the mail that this one answers, and the answers to this one. Null when the mail has no Message-ID. What does
 * not fit into a search is left out, the least certain first.
 */
export function conversationSearch(headers: Mail['headers']): string | null {
  const idsOf = (name: string) =>
    headers.filter((each) => each.name.toLowerCase() === name).flatMap(({ value }) => idsIn(value))
  const [own] = idsOf('message-id')
  if (own === undefined) return null
  const [parent] = idsOf('in-reply-to')
  const root = idsOf('references')[0] ?? parent ?? own
  const terms = [
    term('Message-ID', own),
    term('References', root),
    term('In-Reply-To', root),
    term('Message-ID', root),
    ...(parent === undefined ? [] : [term('Message-ID', parent), term('In-Reply-To', parent)]),
    term('In-Reply-To', own),
    term('References', own),
  ]
  return [...new Set(terms)].reduce((search, next) => {
    const longer = search === '' ? next : `${search} OR ${next}`
    return longer.length > limits.queryLength ? search : longer
  }, '')
}

const term = (header: string, id: string) => `header:${header}="${id}"`

/** The first ids of a header without their brackets. An id with a quote or a space cannot be searched for. */
const idsIn = (value: string): string[] =>
  [...value.slice(0, 1_000).matchAll(/<([^<>\s"\\]{3,200})>/g)].flatMap(([, id]) => id ?? [])
