import type { FactsOf } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'
import { readPartText } from '../../mime/parts/part-text.ts'
import { encodingOf } from '../../mime/parts/parts.ts'
import { decodedLength } from '../../mime/parts/transfer-encodings.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { defineSection, fail, warn } from '../section.ts'
import { weighHtml } from './html-weights.ts'
import { checkValidity, validityRules } from './validity.ts'

const kib = 1024

/** From here on Gmail shows the beginning of a mail alone, and a link to the rest. */
const clippedFrom = 102 * kib
const nearlyClippedFrom = 85 * kib

const largeFrom = 10_000_000
const tooLargeFrom = 25_000_000

export const size = defineSection({
  id: 'size',
  needsHtml: false,
  isLate: true,
  rules: {
    'gmail-clip': fail(
      'The html is so large that Gmail cuts it off.',
      'Gmail shows about the first 102 KB of the html, then a link to the rest: the footer, its way to unsubscribe and tracking images are not seen.',
      'Take out comments and white space, move images out of the html, and shorten the mail.',
    ),
    'near-gmail-clip': warn(
      'The html is nearly so large that Gmail cuts it off.',
      'Where Gmail cuts depends on the encoding and the thread, somewhere about 102 KB.',
      'Keep the html below 85 KB.',
    ),
    'too-large': fail(
      'Many servers refuse a mail of this size.',
      'Gmail and Outlook.com take mails of about 25 MB, encoded files included, and many servers take less.',
      'Link to the files rather than attach them.',
    ),
    large: warn(
      'Some servers refuse a mail of this size.',
      'Many servers of companies take no more than 10 MB, encoded files included.',
      'Make the files smaller, or link to them.',
    ),
    ...validityRules,
  },
  check(mail, report): FactsOf<'size'> {
    const { bytes, weights } = measured(mail)
    const shown = `The html has ${bytes.toLocaleString('en-US')} bytes; Gmail cuts at about ${clippedFrom.toLocaleString('en-US')}.`
    if (bytes >= clippedFrom) report('gmail-clip', shown)
    else if (bytes >= nearlyClippedFrom) report('near-gmail-clip', shown)
    const whole = mail.source.length
    const sent = `The message has ${whole.toLocaleString('en-US')} bytes as it is sent.`
    if (whole >= tooLargeFrom) report('too-large', sent)
    else if (whole >= largeFrom) report('large', sent)
    checkValidity(mail, report)
    return { html_bytes: bytes, message_bytes: whole, parts: weights }
  },
})

/** The html parts as they were sent, without what a reader adds to show them together. */
function measured({ texts, source }: InspectedMail) {
  let bytes = 0
  let html = ''
  for (const text of texts.filter(({ part }) => part.type === 'text/html')) {
    const room = limits.shownBodyBytes - html.length
    const read = readPartText(source, text, Math.max(0, room), { asSent: true })
    html += read.text
    // What is beyond the room is counted, and not weighed.
    bytes += read.isCut
      ? decodedLength(
          source.subarray(text.part.bodyStart, text.part.end),
          encodingOf(source, text.part),
        )
      : Buffer.byteLength(read.text)
  }
  return { bytes, weights: weighHtml(html) }
}
