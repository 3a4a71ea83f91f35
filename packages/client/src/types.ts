/**
 * What the server answers, in types without a library: `test/contract-types.ts` holds them to the contract. Names are those
 * of the wire.
 */

/** A display name and an address; either may be empty. */
export type Mailbox = { name: string; address: string }

/** One mail of a list. */
export type MailSummary = {
  id: number
  from: Mailbox | null
  to: Mailbox[]
  subject: string
  /** The beginning of the text, on one line. */
  snippet: string
  /** The Date header, RFC 3339. */
  date: string | null
  /** RFC 3339. */
  received_at: string
  read_at: string | null
  flagged: boolean
  attachment_count: number
  /** Bytes of the source. */
  size: number
  /** Sorted alphabetically. */
  tags: string[]
}

export type MailCode = {
  /** As it has to be typed: `730418`. */
  value: string
  /** As the mail writes it: `730 418`. */
  shown: string
  rule: 'origin_bound' | 'labelled' | 'subject' | 'alone'
  part: 'html' | 'text' | 'subject'
  label: string | null
  position: number
}

export type MailLink = {
  href: string
  /** Null where the link holds only an image. */
  text: string | null
  image_alt: string | null
  part: 'html' | 'text'
  scheme: string | null
  host: string | null
  /** The host that the text names, where the link leads to another one. */
  other_host: string | null
}

export type MailImage = {
  src: string
  alt: string | null
  /** The key of the attachment. */
  attachment: string | null
  tracker: boolean
}

export type MailUnsubscribe = {
  header: string | null
  post: string | null
  links: string[]
  one_click: boolean
  problems: string[]
}

export type Extracted = {
  /** The one code of the mail; null where there is none, or several that are equally certain. */
  code: string | null
  /** The most certain first. */
  codes: MailCode[]
  /** The links of the html come first. */
  links: MailLink[]
  images: MailImage[]
  unsubscribe: MailUnsubscribe | null
  /** What is not complete, because it is large. */
  cut: string[]
}

export type Attachment = {
  key: string
  filename: string
  content_type: string
  size: number
  inline: boolean
}

/** A mail with its contents. */
export type Mail = MailSummary & {
  cc: Mailbox[]
  bcc: Mailbox[]
  reply_to: Mailbox[]
  html: string | null
  text: string | null
  /** Bodies that are too large for this answer. */
  large: ('html' | 'text')[]
  attachments: Attachment[]
  headers: { name: string; value: string }[]
  envelope: { from: string; to: string[] }
  /** The SMTP username with which the app logged in. */
  login: string | null
  /** As `after` it selects what arrived after this mail. */
  marker: string | null
  /** Null when the mail is too complex. */
  extracted: Extracted | null
  problem: 'too_complex' | 'cut' | null
}

/** A mail that a wait did not answer with, and the conditions that it fails. */
export type PassedOverMail = {
  id: number
  from: Mailbox | null
  to: Mailbox[]
  subject: string
  received_at: string
  tags: string[]
  failed: string[]
}

export type SmtpSettings = {
  host: string
  /** They begin without TLS; an app uses the first one. */
  ports: number[]
  /** These of `ports` offer STARTTLS. */
  starttls_ports: number[]
  /** Ports that use TLS from the first byte. */
  tls_ports: number[]
  /** Whether the certificate is of Mailstop's own making, which no client trusts by itself. */
  self_signed: boolean
  username: string
  password: string
}

/** What a token is and may do. */
export type TokenInfo = {
  name: string
  scopes: string[]
  expires_at: string | null
  team: { id: number; name: string; code: string }
}

/** Selects mail that meets all conditions. */
export type MailConditions = {
  /** A recipient, of To, Cc or the envelope; `*` stands for any characters. */
  to?: string
  /** The sender; `*` stands for any characters. */
  from?: string
  /** Words next to each other in the subject. */
  subject?: string
  /** A search, as in the search field of the web app. */
  q?: string
  /** A whole tag, such as `run42` of the SMTP username `USERNAME+run42`. */
  tag?: string
  /** A marker: only mail that arrived after it. */
  after?: string
}

export type WaitOptions = {
  /** Milliseconds, of any length. */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
}

type Person = string | { email: string; name?: string }

/** A mail that the server makes. */
export type NewMail = {
  from: Person
  to?: Person[]
  cc?: Person[]
  bcc?: Person[]
  reply_to?: Person[]
  subject?: string
  text?: string
  html?: string
  headers?: Record<string, string>
  tags?: string[]
  attachments?: {
    /** Base64. */
    content: string
    filename: string
    content_type?: string
    content_id?: string
  }[]
}
