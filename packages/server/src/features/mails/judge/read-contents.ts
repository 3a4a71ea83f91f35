import { limits } from '@mailstop/contract/limits'
import { placeholderIn, placeholderInAddress } from '../../../inspect/leftovers/patterns.ts'
import { oneTimeReasonOf } from '../../../inspect/links/one-time.ts'
import { readHtml } from '../../../mime/extraction/html-contents.ts'
import { htmlLinks, textLinks } from '../../../mime/extraction/links.ts'
import { textLines } from '../../../mime/extraction/readable-lines.ts'
import { readBodies } from '../../../mime/parts/bodies.ts'
import { readContents } from '../../../mime/parts/contents.ts'
import { readRoot } from '../../../mime/parts/parts.ts'
import { structureLimits } from '../../../mime/parts/walk-budget.ts'
import { summarize } from '../../../mime/summary.ts'
import { asBuffer } from '../../../mime/text/charsets.ts'
import { secretIn } from './secret-rules.ts'

/** What guards ask of the contents of a mail. Everything is bounded, and searched in linear time. */
export type JudgedContents = ReturnType<typeof readJudged>

/** Characters of each body. */
const mostRead = 1024 * 1024

export function readJudged(source: Uint8Array) {
  const summary = summarize(source)
  const mail = readRoot(asBuffer(source), structureLimits.headerBytes)
  const { texts } = readContents(mail)
  const bodies = readBodies(mail.source, texts, limits.shownBodyBytes)
  const html = bodies.html === null ? null : readHtml(withoutCode(bodies.html.slice(0, mostRead)))
  const text = bodies.text?.slice(0, mostRead) ?? ''
  const links = [...(html ? htmlLinks(html) : []), ...textLinks(text)]
  const images = html?.images.map(({ src }) => html.resolve(src)) ?? []
  const hrefs = [...links.map(({ href }) => href), ...images]
  const lines = [summary.subject, ...(html?.lines ?? []), ...textLines(text)]
  const header = (name: RegExp) => summary.headers.filter((field) => name.test(field.name))
  return {
    summary,
    htmlBytes: bodies.html === null ? 0 : Buffer.byteLength(bodies.html.trimEnd()),
    /** One of each host. */
    links: [...Map.groupBy(hrefs, hostOf)].flatMap(([host, [href]]) =>
      host !== null && href !== undefined ? { host, href } : [],
    ),
    placeholder:
      first(lines, placeholderIn) ?? hrefs.find((href) => placeholderInAddress(href) !== null),
    secret: first(lines, secretIn),
    isBulk:
      header(/^(?:list-id|feedback-id|x-campaign.*)$/i).length > 0 ||
      header(/^precedence$/i).some(({ value }) => /^\s*(?:bulk|list)\b/i.test(value)),
    canUnsubscribe:
      header(/^list-unsubscribe$/i).length > 0 ||
      links.some(({ href, text: words, image_alt: alt }) => {
        const reason = oneTimeReasonOf(href, [words ?? '', alt ?? ''], false)
        return reason === 'unsubscribe'
      }),
  }
}

function first(texts: readonly string[], find: (text: string) => string | null): string | null {
  for (const text of texts) {
    const found = find(text)
    if (found !== null) return found
  }
  return null
}

const hostOf = (href: string): string | null =>
  /^https?:/i.test(href) ? URL.parse(href)?.hostname || null : null

/** Mail about templates shows them between these tags. */
function withoutCode(html: string): string {
  let left = html
  for (const name of ['pre', 'code']) {
    const kept: string[] = []
    let at = 0
    const lower = left.toLowerCase()
    for (;;) {
      const open = lower.indexOf(`<${name}`, at)
      const close = open === -1 ? -1 : lower.indexOf(`</${name}`, open)
      if (close === -1) break
      kept.push(left.slice(at, open))
      at = close
    }
    left = kept.join(' ') + left.slice(at)
  }
  return left
}
