import { once } from '../../lib/once.ts'
import type { Mailbox } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'
import { parseSender } from '../../mime/headers/addresses.ts'
import { readBodies } from '../../mime/parts/bodies.ts'
import { readContents } from '../../mime/parts/contents.ts'
import { type Field, fieldValue } from '../../mime/parts/header-block.ts'
import { type Part, readRoot } from '../../mime/parts/parts.ts'
import { structureLimits } from '../../mime/parts/walk-budget.ts'
import { readMailboxes } from '../../mime/summary.ts'
import { asBuffer } from '../../mime/text/charsets.ts'
import { headerCharset } from '../../mime/text/charsets/header-charset.ts'
import { decodeEncodedWords } from '../../mime/text/encoded-words.ts'
import { readFile } from '../../mime/view/view.ts'
import { type HtmlTree, readTree } from './html-tree.ts'
import { createLineCounter } from './line-counter.ts'
import { readLinks } from './mail-links.ts'
import { createInlineStyles, type ReadSheet, readSheets } from './style-sheets.ts'

/** What the store knows of a mail besides its source. */
export type MailEnvelope = {
  from: string
  to: readonly string[]
  receivedAt: number
  /** Whether the client asked for 8-bit bytes (RFC 6152); null for mail that did not come by SMTP. */
  asks8Bit?: boolean | null
}

/**
 * A mail as the sections read it. What is dear is made when a section first asks for it: `tree` and `sheets` are null
 * where the html is too large or too complex.
 */
export type InspectedMail = ReturnType<typeof readInspected>

/** Characters of html that are read as a tree. */
const mostHtml = 1024 * 1024
const mostValueBytes = 32 * 1024
const mostMailboxes = { mailboxes: 1_000, fieldBytes: 128 * 1024 }

export function readInspected(bytes: Uint8Array, envelope: MailEnvelope) {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const { source, root } = mail
  const parts: { part: Part; depth: number }[] = []
  let depth = 0
  const contents = readContents(mail, {
    add: (part) => void parts.push({ part, depth }),
    open: (part) => void parts.push({ part, depth: depth++ }),
    close: () => void depth--,
  })
  const bodies = readBodies(source, contents.texts, limits.shownBodyBytes)
  const { html } = bodies
  const charset = headerCharset(mail, () => contents)
  const valueOf = (field: Field) => fieldValue(source, field, mostValueBytes, charset)
  const countLine = createLineCounter(source, String.fromCharCode(mail.lineEnd))
  const fields = root.fields.map((field) => ({
    name: field.name,
    /** Unfolded, encoded-words as they are written. */
    value: valueOf(field),
    /** The bytes of the field as they were sent, folds included. */
    raw: source.subarray(field.start, field.end),
    line: countLine(field.start).line,
  }))
  const fieldsOf = (name: string) => fields.filter((field) => field.name.toLowerCase() === name)
  const first = (name: string) => fieldsOf(name)[0]?.value ?? ''
  const isReadable = html !== null && html.length <= mostHtml
  const tree = once<HtmlTree | null>(() => (isReadable ? readTree(html) : null))

  return {
    source,
    root,
    /** Every part that was read, multiparts too, in order. */
    parts,
    /** Parts of text that the mail shows: `text/html` and others. */
    texts: contents.texts,
    /** Attachments and inline files; the key of one is its place, counted from 1. */
    files: contents.files.map((file, index) => ({
      ...readFile(source, file, index + 1),
      part: file.part,
      key: String(index + 1),
    })),
    envelope,
    /** As the reader shows them: the lines of `html` are those of the source view. */
    html,
    text: bodies.text,
    /** Encoded-words decoded. */
    subject: decodeEncodedWords(first('subject')),
    from: first('from') === '' ? null : parseSender(first('from')),
    mailboxesOf: (name: string): Mailbox[] =>
      readMailboxes(source, root.fields, name, charset, mostMailboxes),
    fields,
    /** Takes the name in lower case. */
    fieldsOf,
    tree,
    sheets: once<ReadSheet[] | null>(() => {
      const read = tree()
      return read && readSheets(read)
    }),
    inlineStyle: createInlineStyles(),
    links: once(() => readLinks(bodies)),
    isTooLarge: html !== null && !isReadable,
  }
}
