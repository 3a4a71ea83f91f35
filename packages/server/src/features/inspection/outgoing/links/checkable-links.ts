import type { CheckableLink, Extracted } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'
import { oneTimeReasonOf } from '../../../../inspect/links/one-time.ts'

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
