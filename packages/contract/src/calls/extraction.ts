import { z } from 'zod'

/** Where something was found: in the html, the text or the subject of a mail. */
const bodyPart = z.enum(['html', 'text'])

/** What makes a code one, the most certain first (`docs/extraction.md`). */
export const codeRule = z.enum(['origin_bound', 'labelled', 'subject', 'alone'])
export type CodeRule = z.output<typeof codeRule>

export const mailCode = z.object({
  /** The code to type: `730418`. */
  value: z.string(),
  /** The code as the mail writes it: `730 418`. */
  shown: z.string(),
  rule: codeRule,
  part: z.enum(['html', 'text', 'subject']),
  /** The words that say that it is a code, as they are written. */
  label: z.string().nullable(),
  /** Its place among the codes of its part, counted from 0. */
  position: z.number().int(),
})
export type MailCode = z.output<typeof mailCode>

export const mailLink = z.object({
  /** The address as it is written, with character references decoded; resolved where the html has a `base`. */
  href: z.string(),
  /** One line; null where the link holds only an image, or nothing. In text it is the address. */
  text: z.string().nullable(),
  /** The alternative text of the images of the link; null where there is none. */
  image_alt: z.string().nullable(),
  part: bodyPart,
  /** Lower case, without the colon; null for a relative address. */
  scheme: z.string().nullable(),
  /** ASCII, as browsers write it; null where the scheme is not http or https. */
  host: z.string().nullable(),
  /** The host that the text names, where it is not the one that the link leads to. */
  other_host: z.string().nullable(),
})
export type MailLink = z.output<typeof mailLink>

export const mailImage = z.object({
  /** The address as it is written; of a `data:` address only the part before the content. */
  src: z.string(),
  alt: z.string().nullable(),
  /** The key of the attachment that a `cid:` address names (RFC 2392). */
  attachment: z.string().nullable(),
  /** An invisible image from the web: of one pixel, or hidden. */
  tracker: z.boolean(),
})
export type MailImage = z.output<typeof mailImage>

export const unsubscribeProblem = z.enum([
  'repeated',
  'no_address',
  'not_in_brackets',
  'invalid_address',
  'post_alone',
  'post_value',
  'post_without_https',
])
export type UnsubscribeProblem = z.output<typeof unsubscribeProblem>

export const mailUnsubscribe = z.object({
  /** The field List-Unsubscribe (RFC 2369); null where only the other is there. */
  header: z.string().nullable(),
  /** The field List-Unsubscribe-Post (RFC 8058). */
  post: z.string().nullable(),
  /** The addresses of the header, in its order. */
  links: z.array(z.string()),
  /** Whether the headers offer one click: an address of https, and the value that RFC 8058 asks for. */
  one_click: z.boolean(),
  problems: z.array(unsubscribeProblem),
})
export type MailUnsubscribe = z.output<typeof mailUnsubscribe>

/** What programs and readers look for in a mail (`docs/extraction.md`). */
export const extracted = z.object({
  /** The one code of the mail; null where it has none, or several that are equally certain. */
  code: z.string().nullable(),
  /** The most certain first. */
  codes: z.array(mailCode),
  /** Links of the html come first, then links of the text. */
  links: z.array(mailLink),
  /** Images of the html only. */
  images: z.array(mailImage),
  /** Null where the mail has neither of the two fields. */
  unsubscribe: mailUnsubscribe.nullable(),
  /** What is not complete, because it is large: lists, or a body that was read in part. */
  cut: z.array(z.enum(['html', 'text', 'codes', 'links', 'images', 'unsubscribe'])),
})
export type Extracted = z.output<typeof extracted>
