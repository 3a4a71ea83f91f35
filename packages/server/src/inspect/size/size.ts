import type { FactsOf } from '@mailstop/contract'
import { defineSection } from '../section.ts'

const kib = 1024

/** From here on Gmail shows the beginning of a mail alone, and a link to the rest. */
const clippedFrom = 102 * kib
const nearlyClippedFrom = 85 * kib

export const size = defineSection({
  id: 'size',
  needsHtml: false,
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
  },
  check(mail, report): FactsOf<'size'> {
    const bytes = Buffer.byteLength(mail.html ?? '')
    const shown = `The html has ${bytes.toLocaleString('en-US')} bytes; Gmail cuts at about ${clippedFrom.toLocaleString('en-US')}.`
    if (bytes >= clippedFrom) report('gmail-clip', shown)
    else if (bytes >= nearlyClippedFrom) report('near-gmail-clip', shown)
    return {
      html_bytes: bytes,
      message_bytes: mail.source.length,
      parts: {
        text: 0,
        markup: 0,
        inline_style: 0,
        style_blocks: 0,
        comments: 0,
        data_uris: 0,
        white_space: 0,
      },
    }
  },
})
