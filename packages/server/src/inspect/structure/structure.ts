import type { FactsOf } from '@mailstop/contract'
import { encodingOf, type Part } from '../../mime/parts/parts.ts'
import { decodedLength } from '../../mime/parts/transfer-encodings.ts'
import { bareId } from '../../mime/related/content-ids.ts'
import { oneLine } from '../../mime/text/one-line.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { createLineCounter } from '../mail/line-counter.ts'
import { placeOf as placeIn } from '../mail/places.ts'
import { defineSection, fail, info, warn } from '../section.ts'
import { ampFault } from './amp.ts'
import { bodyOf, charsetFault, encodingFault, valueOf } from './part-faults.ts'

const mostShown = 500
const mostDepth = 8
const longestBoundary = 70

export const structure = defineSection({
  id: 'structure',
  needsHtml: false,
  rules: {
    boundary: fail(
      'A multipart cannot be taken apart.',
      'Its parts are found by the boundary that Content-Type names (RFC 2046, section 5.1.1); without it clients show raw text.',
      'Name the boundary that stands between the parts.',
    ),
    'alternative-order': fail(
      'The text stands behind the html.',
      'Of alternatives a client shows the last that it can (RFC 2046, section 5.1.4), so that most readers see the text.',
      'Put text/plain first and text/html last.',
    ),
    'html-alone': warn(
      'The html has no text beside it.',
      'Watches, previews of notifications, filters and some readers take the text part (RFC 2046, section 5.1.4).',
      'Send multipart/alternative with text/plain and text/html.',
    ),
    charset: warn(
      'A text is not in the charset that it names.',
      'Clients then guess, and letters beyond ASCII break (RFC 2046, section 4.1.2).',
      'Send UTF-8, and name it.',
    ),
    'transfer-encoding': warn(
      'A part is not encoded as it says.',
      'Servers may change or refuse 8-bit bytes in 7bit, base64 lines of more than 76 characters and encoded multiparts (RFC 2045, sections 2.7, 6.4 and 6.8).',
      'Let a mail library choose the Content-Transfer-Encoding.',
    ),
    'boundary-length': warn(
      'A boundary is longer than allowed.',
      'A boundary has at most 70 characters (RFC 2046, section 5.1.1), and some servers read no more.',
      'Use a shorter one.',
    ),
    'empty-part': warn(
      'A part is empty.',
      'Readers see a file of 0 bytes or a blank page.',
      'Leave the part out, or attach what was meant.',
    ),
    deep: warn(
      'Parts are nested very deep.',
      'Some clients and filters stop at a few levels and show what is below as an attachment.',
      'Put alternative into related into mixed, and nothing around them.',
    ),
    amp: warn(
      'The part for AMP is one that clients do not show.',
      'Gmail and Yahoo show it only where it stands between text and html, has at most 200,000 bytes, and is valid (amp.dev, AMP for Email).',
      'Put one text/x-amp-html between text/plain and text/html, and validate it before it is sent. It is not run here.',
    ),
    'outside-related': info(
      'An image of the html stands outside of its multipart/related.',
      'Clients then list it as an attachment as well (RFC 2387).',
      'Put the html and its images into one multipart/related.',
    ),
  },
  check(mail, report): FactsOf<'structure'> {
    const { source, parts } = mail
    const used = usedIds(mail.html)
    const taken = new Set(parts.map(({ part }) => part.parent))
    const html = mail.texts.find(({ part }) => part.type === 'text/html')?.part
    if (html && !mail.texts.some(({ part }) => part.type === 'text/plain')) {
      report('html-alone', 'There is no text/plain part.')
    }
    const late = textBehindHtml(mail)
    if (late) report('alternative-order', 'text/plain comes after text/html.', placeOf(late))
    const amp = ampFault(mail)
    if (amp) report('amp', amp)
    const nested = parts.find(({ depth }) => depth > mostDepth)
    if (nested) report('deep', `A part is ${nested.depth} levels deep.`, placeOf(nested.part))

    const rows = parts.slice(0, mostShown)
    const places = rows.flatMap(({ part }) => [startOf(part), part.end])
    const countLine = createLineCounter(source)
    const lines = new Map(
      places.toSorted((one, other) => one - other).map((place) => [place, countLine(place).line]),
    )
    return {
      parts: rows.map(({ part, depth }) => {
        const isMultipart = part.type.startsWith('multipart/')
        const boundary = part.parameters.get('boundary') ?? ''
        const body = bodyOf(source, part)
        const bytes = isMultipart ? body.length : decodedLength(body, encodingOf(source, part))
        const id = bareId(valueOf(source, part, 'content-id') ?? '')
        const isUsed = id !== '' && used.has(id)
        const where = placeOf(part)

        const wrong = encodingFault(source, part)
        if (wrong) report('transfer-encoding', wrong, where)
        const charset = charsetFault(source, part)
        if (charset) report('charset', charset, where)
        if (isMultipart && !taken.has(part) && body.length > 0) {
          const named = boundary === '' ? 'No boundary is named.' : 'Its boundary does not occur.'
          report('boundary', named, where)
        }
        if (boundary.length > longestBoundary) {
          report('boundary-length', `The boundary has ${boundary.length} characters.`, where)
        }
        // An empty text is a matter of the subject `text`.
        if (bytes === 0 && part.type !== 'text/plain') {
          report('empty-part', 'It has 0 bytes.', where)
        }
        if (isUsed && html && !isRelated(part, html)) {
          report('outside-related', 'The html shows it by its Content-ID.', where)
        }
        return {
          depth,
          content_type: oneLine(part.type, 200),
          charset: shown(part.parameters.get('charset')),
          encoding: shown(valueOf(source, part, 'content-transfer-encoding')?.toLowerCase()),
          disposition: shown(part.disposition?.value),
          content_id: shown(id),
          used_in_html: isUsed,
          filename: shown(filenameOf(part)),
          attachment: mail.files.find((file) => file.part === part)?.key ?? null,
          lines: [lines.get(startOf(part)) ?? 1, lines.get(part.end) ?? 1],
          decoded_bytes: bytes,
        }
      }),
    }
  },
})

const shown = (text: string | null | undefined) => oneLine(text ?? '', 200) || null

const filenameOf = ({ disposition, parameters }: Part) =>
  disposition?.parameters.get('filename') ?? parameters.get('name')

const placeOf = (part: Part) => placeIn('attachment', `${part.type} ${filenameOf(part) ?? ''}`)

const startOf = ({ parent, fields, bodyStart }: Part) =>
  parent === null ? 0 : (fields[0]?.start ?? bodyStart)

/** What `cid:` names (RFC 2392), also where it is percent-encoded. */
function usedIds(html: string | null): Set<string> {
  const ids = new Set<string>()
  for (const [, id = ''] of html?.matchAll(/cid:([^\s"'<>)]{1,500})/gi) ?? []) {
    ids.add(id)
    if (id.includes('%')) ids.add(unescaped(id))
  }
  return ids
}

const unescaped = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

function* around(part: Part): Generator<Part> {
  for (let at = part.parent; at; at = at.parent) yield at
}

/** Whether two parts stand in one multipart/related. */
function isRelated(one: Part, other: Part): boolean {
  const related = new Set([...around(one)].filter(({ type }) => type === 'multipart/related'))
  return [...around(other)].some((part) => related.has(part))
}

/** The first text that follows the html of the same alternatives. */
function textBehindHtml({ texts }: InspectedMail): Part | null {
  const withHtml = new Set<Part>()
  for (const { part } of texts) {
    const [nearest] = [...around(part)].filter(({ type }) => type === 'multipart/alternative')
    if (!nearest) continue
    if (part.type === 'text/html') withHtml.add(nearest)
    else if (part.type === 'text/plain' && withHtml.has(nearest)) return part
  }
  return null
}
