import type { FactsOf, Mail } from '@mailstop/contract'
import { fileSize } from '../../../lib/file-size.ts'
import { shortDateTime } from '../../../ui/texts/date-texts.ts'
import { htmlLine } from '../place-button.tsx'
import type { Row } from '../rows.tsx'

/** The images of a mail as text: none of them is loaded. */
export const imageRows = ({ images }: FactsOf<'images'>): Row[] =>
  images.map(({ src, alt, width, height, bytes, format, tracker, line }) => ({
    text: alt || (alt === null ? 'No alt text' : 'Empty alt text'),
    place: htmlLine(line),
    notes: [
      tracker && 'tracker',
      format,
      width !== null && height !== null && `${width} × ${height}`,
      bytes !== null && fileSize(bytes),
    ],
    code: src,
  }))

const aligned = (is: boolean) => (is ? 'aligned with From' : 'not aligned with From')

const hashTexts = {
  pass: 'the body is as it was signed',
  fail: 'the body was changed since it was signed',
  unknown: 'the body could not be compared',
}

/** Who says to have sent the mail, as far as it can be known without DNS. */
export const signatureRows = (facts: FactsOf<'authentication'>): Row[] => [
  { text: 'From', notes: [facts.from_domain ?? 'none'] },
  {
    text: 'Return path',
    notes: [
      facts.return_path_domain ?? 'none',
      facts.return_path_domain !== null && aligned(facts.return_path_aligned),
    ],
  },
  ...(facts.signatures.length === 0 ? [{ text: 'DKIM', notes: ['no signature'] }] : []),
  ...facts.signatures.map((one) => ({
    text: 'DKIM',
    notes: [
      one.domain,
      aligned(one.aligned),
      hashTexts[one.body_hash],
      one.selector,
      one.algorithm,
      one.canonicalization,
      one.expires_at !== null && `expires ${shortDateTime(one.expires_at)}`,
    ],
    code: one.signed_headers.join(' '),
  })),
  ...(facts.arc_sets > 0 ? [{ text: 'ARC sets', notes: [facts.arc_sets] }] : []),
]

/** How the headers let a reader unsubscribe. */
export const unsubscribeRows = (facts: FactsOf<'unsubscribe'>): Row[] =>
  facts.header === null
    ? []
    : [
        ...facts.links.map((code) => ({ text: 'Address', code })),
        { text: 'One click (RFC 8058)', notes: [facts.one_click ? 'offered' : 'not offered'] },
        { text: 'Signed by DKIM', notes: [facts.covered_by_dkim ? 'yes' : 'no'] },
        { text: 'Looks like bulk mail', notes: [facts.looks_bulk ? 'yes' : 'no'] },
      ]

/** The request of a mail client, for a shell: in single quotes it reads all but a single quote as it is. */
export function oneClickCommand({ one_click: isOffered, links }: FactsOf<'unsubscribe'>) {
  const url = links.find((link) => /^https:/i.test(link))
  if (!isOffered || url === undefined) return null
  return `curl -X POST -d 'List-Unsubscribe=One-Click' '${url.replaceAll("'", '%27')}'`
}

const listed = (text: string, texts: readonly string[]): Row =>
  texts.length === 0 ? { text, notes: ['none'] } : { text, code: texts.join(', ') }

/** The envelope beside the headers. */
export const recipientRows = (facts: FactsOf<'headers'>, mail: Mail): Row[] => [
  { text: 'MAIL FROM', notes: [mail.envelope.from || '<>'] },
  { text: 'From', notes: [mail.from?.address ?? 'none'] },
  listed('Only in the envelope (Bcc)', facts.only_envelope),
  listed('Only in the headers', facts.only_headers),
]

/** How far the text says what the html says. */
export const textRows = (facts: FactsOf<'text'>): Row[] => [
  { text: 'Words in common', notes: [`${Math.round(facts.share * 100)} %`] },
  listed('Only in the HTML', facts.only_html),
  listed('Only in the text', facts.only_text),
  listed('Links only in the HTML', facts.links_only_html),
  listed('Links only in the text', facts.links_only_text),
]
