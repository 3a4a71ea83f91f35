import type { FactsOf } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'
import { readPartText } from '../../mime/parts/part-text.ts'
import { encodingOf } from '../../mime/parts/parts.ts'
import { decodedLength } from '../../mime/parts/transfer-encodings.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { defineSection } from '../section.ts'
import { weighHtml } from './html-weights.ts'
import { faultsOf } from './validity.ts'

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
    'gmail-clip': {
      level: 'fail',
      what: 'The html is so large that Gmail cuts it off.',
      why: 'Gmail shows about the first 102 KB of the html, then a link to the rest: the footer, its way to unsubscribe and tracking images are not seen.',
      mend: 'Take out comments and white space, move images out of the html, and shorten the mail.',
    },
    'near-gmail-clip': {
      level: 'warn',
      what: 'The html is nearly so large that Gmail cuts it off.',
      why: 'Where Gmail cuts depends on the encoding and the thread, somewhere about 102 KB.',
      mend: 'Keep the html below 85 KB.',
    },
    'too-large': {
      level: 'fail',
      what: 'Many servers refuse a mail of this size.',
      why: 'Gmail and Outlook.com take mails of about 25 MB, encoded files included, and many servers take less.',
      mend: 'Link to the files rather than attach them.',
    },
    large: {
      level: 'warn',
      what: 'Some servers refuse a mail of this size.',
      why: 'Many servers of companies take no more than 10 MB, encoded files included.',
      mend: 'Make the files smaller, or link to them.',
    },
    'conditional-comment': {
      level: 'fail',
      what: 'A conditional comment for Outlook is not closed.',
      why: 'Outlook for Windows hides or shows everything up to the next <![endif], and thus the rest of the mail.',
      mend: 'End it with <![endif]-->, or with <!--<![endif]--> where other clients show the content.',
    },
    'no-doctype': {
      level: 'warn',
      what: 'The html has no doctype.',
      why: 'Without it browsers lay out boxes and tables in quirks mode (HTML standard, section 13.2.6.4.1), and clients that keep it differ from those that take it out.',
      mend: 'Begin the html with <!doctype html>.',
    },
    charset: {
      level: 'warn',
      what: 'The charset of the html is not certain.',
      why: 'Where Content-Type and the meta element name none or different ones, clients guess, and letters beyond ASCII break (RFC 2046, section 4.1.2).',
      mend: 'Send charset=utf-8 in Content-Type, and the same in a meta element.',
    },
    'unclosed-element': {
      level: 'warn',
      what: 'An element is never closed.',
      why: 'Clients that clean html end it at different places, so that styles and links reach further than meant (HTML standard, section 13.1.2).',
      mend: 'Write its end tag.',
    },
    'block-in-paragraph': {
      level: 'warn',
      what: 'A block stands in a paragraph.',
      why: 'A <p> ends where a block such as <div> or <table> begins, and its end tag makes an empty paragraph, which is a gap (HTML standard, section 4.4.1).',
      mend: 'Use <div> around blocks.',
    },
    'duplicate-id': {
      level: 'warn',
      what: 'Two elements have the same id.',
      why: 'Links to a place in the mail and labels reach the first one alone (HTML standard, section 3.2.6).',
      mend: 'Give each element an id of its own.',
    },
    'deep-tables': {
      level: 'warn',
      what: 'Tables are nested very deep.',
      why: 'Outlook for Windows lays out deeply nested tables slowly and wrongly, and screen readers may announce each.',
      mend: 'Keep to eight levels at most.',
    },
    'css-error': {
      level: 'warn',
      what: 'A style sheet has an error.',
      why: 'Clients such as Gmail drop a whole style element for an error that browsers skip.',
      mend: 'Correct the CSS, or put it into a style element of its own.',
    },
    'parse-error': {
      level: 'info',
      what: 'The html is not written as the standard says.',
      why: 'Browsers agree on how to read it (HTML standard, section 13.2.2), mail clients that clean html do not.',
      mend: 'Correct what a validator of html says.',
    },
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
    for (const fault of faultsOf(mail)) report(...fault)
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
