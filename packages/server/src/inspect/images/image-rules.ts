import type { Element } from '../mail/html-tree.ts'
import type { Rule } from '../section.ts'

/** What is said of images by name is as caniemail.com has it. That they have an alt is a matter of accessibility. */
export const imageRules = {
  size: {
    level: 'warn',
    what: 'An image has no width attribute.',
    why: 'Outlook for Windows ignores the width of styles, and draws the image as large as its file; while images are off, nothing keeps its room.',
    mend: 'Write the width in pixels, such as width="600". A style may still make it narrower.',
  },
  scaled: {
    level: 'warn',
    what: 'An image is drawn wider than its file.',
    why: 'It looks blurred.',
    mend: 'Attach a file that is as wide as the image is drawn, or twice as wide for dense screens.',
  },
  insecure: {
    level: 'warn',
    what: 'An image comes without https.',
    why: 'Clients that show mail in a secure page, and companies, block it; on the way anyone can read and change it.',
    mend: 'Begin its address with https://.',
  },
  tracker: {
    level: 'info',
    what: 'An image that nobody sees tells the sender who reads the mail.',
    why: 'Apple Mail and Gmail fetch it without a reader, so that it counts little; in many countries readers have to agree first.',
    mend: 'Leave it out of mail that a person waits for, such as receipts and codes.',
  },
  format: {
    level: 'warn',
    what: 'The format of an image is one that some clients do not show.',
    why: 'Gmail shows no SVG and no data: address, Outlook for Windows no WebP and no AVIF.',
    mend: 'Use PNG, JPEG or GIF from an https address, or attached and named by cid:.',
  },
  weight: {
    level: 'warn',
    what: 'Images make the mail heavy.',
    why: 'A reader on a phone pays for each byte and waits for it; some servers refuse large mails.',
    mend: 'Keep each attached image below 200 KB, and all together below 800 KB; play no long animations.',
  },
  'unused-part': {
    level: 'warn',
    what: 'An image is meant to be shown within the html, and the html does not name it.',
    why: 'Clients list it as an attachment, or nobody ever sees it (RFC 2387, RFC 2392).',
    mend: 'Name it by cid: and its Content-ID, leave it out, or give it the disposition attachment.',
  },
  'missing-part': {
    level: 'fail',
    what: 'The html names an image that is not in the mail.',
    why: 'The reader sees a broken image (RFC 2392).',
    mend: 'Attach the image with the Content-ID that the html names.',
  },
  'no-address': {
    level: 'fail',
    what: 'The address of an image leads nowhere.',
    why: 'A mail has no place of its own, so that an address without a host finds nothing (RFC 2557 section 4).',
    mend: 'Write the whole address, with https:// and the host.',
  },
  'mostly-images': {
    level: 'warn',
    what: 'The mail says nearly all in images.',
    why: 'While images are off it is empty, and spam filters distrust it (SpamAssassin, HTML_IMAGE_ONLY).',
    mend: 'Write what matters as text.',
  },
} as const satisfies Record<string, Rule>

export type Add = (name: keyof typeof imageRules, message: string, element?: Element | null) => void
