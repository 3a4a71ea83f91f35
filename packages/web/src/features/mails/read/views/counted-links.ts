import type { MailLink } from '@mailstop/contract'

/** A link, and how often the mail has it with the same text. */
export type CountedLink = { link: MailLink; count: number }

/** Each link once, in the order in which they first appear. */
export function countedLinks(links: readonly MailLink[]): CountedLink[] {
  const counted = new Map<string, CountedLink>()
  for (const link of links) {
    const key = JSON.stringify([link.href, link.text, link.image_alt])
    const known = counted.get(key)
    if (known) known.count += 1
    else counted.set(key, { link, count: 1 })
  }
  return [...counted.values()]
}
