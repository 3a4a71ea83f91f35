import { countText, type FactsOf } from '@mailstop/contract'
import { linkify, type TextPiece } from '@mailstop/contract/linkify'
import { findCodes } from '../../mime/extraction/codes.ts'
import { readHtml } from '../../mime/extraction/html-contents.ts'
import { textLines } from '../../mime/extraction/readable-lines.ts'
import { atOffset } from '../mail/places.ts'
import { preheaderOf } from '../row/preheader.ts'
import { defineSection, fail, info, warn, type Report } from '../section.ts'
import { amountsIn, linkKey, wordsOf } from './words.ts'

/** Characters of each that are compared. */
const mostCompared = 1024 * 1024
const mostListed = 20
/** Fewer words do not say how like two texts are. */
const leastWords = 8

export const text = defineSection({
  id: 'text',
  needsHtml: false,
  rules: {
    differs: fail(
      'The text says something else than the html.',
      'Alternatives have the same content (RFC 2046, section 5.1.4): readers of the text get another mail, and filters take it for a trick.',
      'Make the text from the html, or both from one template.',
    ),
    values: fail(
      'A code or an amount differs between the text and the html.',
      'One of both is wrong, such as a code of an earlier mail.',
      'Fill in both from the same values.',
    ),
    'partly-differs': warn(
      'The text and the html differ in many words.',
      'Readers of the text miss what is in the html alone (RFC 2046, section 5.1.4).',
      'Bring the text up to date.',
    ),
    empty: warn(
      'The text part is empty.',
      'Clients that prefer text show a blank mail, and previews nothing.',
      'Write the text, or leave the part out.',
    ),
    markup: warn(
      'The text part has markup of html.',
      'Readers see tags and entities as they are written.',
      'Switch off escaping in the template of the text, and strip tags.',
    ),
    links: info(
      'A link is only in the html, or only in the text.',
      'Readers of the other cannot follow it.',
      'Put links that matter into both.',
    ),
  },
  check(mail, report): FactsOf<'text'> {
    const isText = mail.texts.some(({ part }) => part.type === 'text/plain')
    if (isText && mail.text === null && mail.html !== null) report('empty', 'It has no words.')
    if (mail.text !== null) {
      const found = markupIn(mail.text.slice(0, mostCompared))
      if (found) report('markup', `It has ${found[0]}.`, atOffset('text', mail.text, found.index))
    }
    if (mail.html === null || mail.text === null) return same
    if (Math.max(mail.html.length, mail.text.length) > mostCompared) return same
    const { hidden } = preheaderOf(mail)
    return compare({ html: mail.html, text: mail.text, hidden }, report)
  },
})

type Name = 'differs' | 'partly-differs' | 'values' | 'links'

const same = { share: 1, only_html: [], only_text: [], links_only_html: [], links_only_text: [] }

/** Text about html has a tag or two; text made of html by mistake has several, or entities. */
function markupIn(written: string): RegExpExecArray | null {
  const tags =
    /<\/?(?:p|div|br|table|tr|td|a|span|strong|em|b|i|h[1-6]|ul|li|img|html|body|style)(?:\s[^<>]{0,500})?\/?>/gi
  const [first, , third] = written.matchAll(tags)
  if (first && third) return first
  return /&(?:nbsp|amp|quot|apos|lt|gt|#39|#x27|#\d{2,5}|[lr]squo|[mn]dash|copy|[aeiou](?:uml|acute|grave));/.exec(
    written,
  )
}

/** The list of mail alone shows what is hidden, which no text needs. */
type Both = { html: string; text: string; hidden: string }

function compare({ html, text: written, hidden }: Both, report: Report<Name>): FactsOf<'text'> {
  const contents = readHtml(html)
  const lines = textLines(written)
  const pieces = linkify(written)
  const shown = linkify(contents.lines.join('\n'))
  const [inHtml, inText] = [wordsOf(shown), wordsOf(pieces)]
  // Some programs write into the text what an image says.
  const alts = wordsOf(contents.images.map(({ alt }) => ({ text: alt ?? '', href: null })))
  const unseen = wordsOf([{ text: hidden, href: null }])
  const onlyHtml = [...inHtml].filter((word) => !inText.has(word) && !unseen.has(word))
  const onlyText = [...inText].filter((word) => !inHtml.has(word) && !alts.has(word))
  const common = [...inHtml].filter((word) => inText.has(word)).length
  const all = common + onlyHtml.length + onlyText.length
  const share = all === 0 ? 1 : common / all
  if (all >= leastWords && share < 0.75) {
    // A text may be shorter than the html, and say it all the same.
    const differs = common < Math.min(inHtml.size, inText.size) / 2
    const message = `${Math.round(share * 100)} % of the words are in both.`
    report(differs ? 'differs' : 'partly-differs', message)
  }

  const codes = [
    findCodes({ subject: '', html: contents.lines, text: null }),
    findCodes({ subject: '', html: null, text: lines }),
  ].map(({ code, codes: found }) => ({ one: code, all: found.map(({ value }) => value) }))
  const amounts = [contents.lines, lines].map((own) => [...amountsIn(own)])
  const values = [
    codes.map(({ one }, side) => (codes[1 - side]?.all.includes(one ?? '') ? null : one)),
    amounts.map((own, side) => own.find((value) => !amounts[1 - side]?.includes(value)) ?? null),
  ]
  for (const [ofHtml, ofText] of values) {
    if (ofHtml && ofText) report('values', `The html has ${ofHtml}, the text ${ofText}.`)
  }

  const inLinks = contents.links.map(({ href }) => contents.resolve(href))
  const links = [inLinks.filter((href) => isWeb.test(href)), hrefsOf(pieces)]
  // Html may write an address out, and some programs write into the text where images are.
  const known = [
    [...inLinks, ...hrefsOf(shown), ...contents.images.map(({ src }) => src)],
    links[1],
  ]
  const [onlyInHtml = [], onlyInText = []] = links.map((own, side) => {
    const others = new Set(known[1 - side]?.map(linkKey))
    return [...new Set(own)].filter((href) => !others.has(linkKey(href)))
  })
  if (onlyInHtml.length + onlyInText.length > 0) {
    const ofHtml = countText(onlyInHtml.length, 'link')
    report('links', `${ofHtml} only in the html, ${onlyInText.length} only in the text.`)
  }
  return {
    share,
    only_html: onlyHtml.slice(0, mostListed),
    only_text: onlyText.slice(0, mostListed),
    links_only_html: onlyInHtml.slice(0, mostListed),
    links_only_text: onlyInText.slice(0, mostListed),
  }
}

const hrefsOf = (pieces: TextPiece[]) => pieces.flatMap(({ href }) => href ?? [])
const isWeb = /^https?:/i
