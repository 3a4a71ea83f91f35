import { z } from 'zod'
import { mailLink } from '../extraction.ts'

/** Why a link may work only once, or do something when it is asked for. */
export const oneTimeReason = z.enum(['unsubscribe', 'verify', 'confirm', 'reset', 'token'])
export type OneTimeReason = z.output<typeof oneTimeReason>

/** A line of the part that a finding or a fact is about, counted from 1. */
const line = z.number().int().positive()
const lines = z.array(line).max(20)

export const mailClient = z.object({ id: z.string(), name: z.string() })

/** How far a mail client supports a feature: yes, almost, no, unknown. One letter for each of `clients`, in its order. */
const clientFacts = z.object({
  clients: z.array(mailClient.extend({ supported: z.number(), total: z.number() })),
  features: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      count: z.number().int(),
      lines,
      support: z.string().regex(/^[yanu]*$/),
      notes: z.array(z.object({ clients: z.array(z.string()), text: z.string() })),
      /** The page of the feature; text, never a link that is followed. */
      url: z.string(),
    }),
  ),
  /** The day of the data, YYYY-MM-DD. */
  data_of: z.string(),
})

/** Bytes in UTF-8 of what takes the room in the html. */
const sizeFacts = z.object({
  html_bytes: z.number().int(),
  message_bytes: z.number().int(),
  parts: z.object({
    text: z.number().int(),
    markup: z.number().int(),
    inline_style: z.number().int(),
    style_blocks: z.number().int(),
    comments: z.number().int(),
    data_uris: z.number().int(),
    white_space: z.number().int(),
  }),
})

/** Links of one part with one text and one address are one. What the Links view needs of a link is in it. */
const linkFacts = z.object({
  links: z.array(
    mailLink.extend({
      /** Empty where the link holds only an image, or nothing. */
      text: z.string(),
      kind: z.enum(['http', 'mailto', 'tel', 'anchor', 'other']),
      lines,
      count: z.number().int(),
      /** Names of parameters that follow readers. */
      tracking: z.array(z.string()),
      /** The host of another site whose address is within this one. */
      leads_to: z.string().nullable(),
      /** Why asking for it may use it up; null where nothing says so. */
      one_time: oneTimeReason.nullable(),
    }),
  ),
  /** Links that were read and are not listed. */
  more: z.number().int(),
})

const imageFacts = z.object({
  images: z.array(
    z.object({
      src: z.string(),
      alt: z.string().nullable(),
      /** Pixels of the file, where the mail contains it. */
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      bytes: z.number().int().nullable(),
      format: z.string().nullable(),
      tracker: z.boolean(),
      line: line.nullable(),
    }),
  ),
  embedded_bytes: z.number().int(),
  words: z.number().int(),
})

const signature = z.object({
  domain: z.string(),
  selector: z.string(),
  algorithm: z.string(),
  canonicalization: z.string(),
  signed_headers: z.array(z.string()),
  /** Whether the body is as it was signed, which needs no DNS. */
  body_hash: z.enum(['pass', 'fail', 'unknown']),
  aligned: z.boolean(),
  expires_at: z.string().nullable(),
})

const authenticationFacts = z.object({
  from_domain: z.string().nullable(),
  return_path_domain: z.string().nullable(),
  return_path_aligned: z.boolean(),
  signatures: z.array(signature),
  arc_sets: z.number().int(),
})

const unsubscribeFacts = z.object({
  header: z.string().nullable(),
  post: z.string().nullable(),
  links: z.array(z.string()),
  one_click: z.boolean(),
  covered_by_dkim: z.boolean(),
  looks_bulk: z.boolean(),
})

const headerFacts = z.object({
  /** Recipients of the envelope that no header names, and the other way round. */
  only_envelope: z.array(z.string()),
  only_headers: z.array(z.string()),
})

const rowFacts = z.object({
  from_name: z.string(),
  from_address: z.string(),
  subject: z.string(),
  preheader: z.string(),
})

const textFacts = z.object({
  /** Words in common, of all words of both; 1 where both say the same. */
  share: z.number().min(0).max(1),
  only_html: z.array(z.string()),
  only_text: z.array(z.string()),
  links_only_html: z.array(z.string()),
  links_only_text: z.array(z.string()),
})

const structureFacts = z.object({
  parts: z.array(
    z.object({
      depth: z.number().int(),
      content_type: z.string(),
      charset: z.string().nullable(),
      encoding: z.string().nullable(),
      disposition: z.string().nullable(),
      content_id: z.string().nullable(),
      used_in_html: z.boolean(),
      filename: z.string().nullable(),
      /** The key of the attachment, where it is one. */
      attachment: z.string().nullable(),
      lines: z.tuple([line, line]),
      decoded_bytes: z.number().int(),
    }),
  ),
})

const none = z.object({})

/** What each section shows besides its findings. The order is that of the tiles. */
export const sectionFacts = {
  clients: clientFacts,
  size: sizeFacts,
  leftovers: none,
  accessibility: none,
  links: linkFacts,
  images: imageFacts,
  filters: none,
  authentication: authenticationFacts,
  unsubscribe: unsubscribeFacts,
  headers: headerFacts,
  row: rowFacts,
  text: textFacts,
  structure: structureFacts,
} as const
