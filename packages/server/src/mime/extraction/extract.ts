import type { Extracted } from '@mailstop/contract'
import { beginning } from '../../lib/json/json-size.ts'
import { findCodes } from './codes.ts'
import { type HtmlContents, longestAddress, readHtml } from './html-contents.ts'
import { htmlImages } from './images.ts'
import { htmlLinks, textLinks } from './links.ts'
import { textLines } from './readable-lines.ts'
import { readUnsubscribe, type UnsubscribeFields } from './unsubscribe.ts'

export type ExtractedFrom = {
  subject: string
  /** As the mail has it, without the images in it. */
  html: string | null
  text: string | null
  /** The keys of attachments by their Content-ID and their Content-Location. */
  attachments: ReadonlyMap<string, string>
  unsubscribe: UnsubscribeFields
}

/** Characters of each body that are read. */
const mostRead = 1024 * 1024

/**
 * Links, codes, images and the way to unsubscribe, of a mail's beginning: pure, and in a time that is linear
 * in what is read. It takes less than 400 KiB of JSON, and says in `cut` what is not complete.
 */
export function extract(mail: ExtractedFrom): Extracted {
  const { subject, attachments, unsubscribe } = mail
  const html = mail.html === null ? null : readHtml(mail.html.slice(0, mostRead))
  const text = mail.text?.slice(0, mostRead) ?? null
  const codes = findCodes({
    subject,
    html: html?.lines ?? null,
    text: text === null ? null : textLines(text),
  })
  const all = [...(html ? htmlLinks(html) : []), ...(text === null ? [] : textLinks(text))]
  const lists = {
    links: all.filter(({ href }) => href.length <= longestAddress),
    images: html ? htmlImages(html, attachments) : [],
  }
  const links = beginning(lists.links, mostBytes.links)
  const images = beginning(lists.images, mostBytes.images)
  const way = readUnsubscribe({
    header: unsubscribe.header.map(beginningOf),
    post: unsubscribe.post.map(beginningOf),
  })
  const kept = way && { ...way, links: beginning(way.links, mostBytes.unsubscribe) }
  const cut: Record<Extracted['cut'][number], boolean> = {
    html: (mail.html?.length ?? 0) > mostRead,
    text: (mail.text?.length ?? 0) > mostRead,
    codes: codes.isCut,
    links: isCut(html, 'links') || links.length < all.length,
    images: isCut(html, 'images') || images.length < lists.images.length,
    unsubscribe:
      [...unsubscribe.header, ...unsubscribe.post].some((value) => value.length > longestField) ||
      (kept?.links.length ?? 0) < (way?.links.length ?? 0),
  }
  return {
    code: codes.code,
    codes: codes.codes,
    links,
    images,
    unsubscribe: kept,
    cut: (Object.keys(cut) as Extracted['cut']).filter((part) => cut[part]),
  }
}

/** Bytes of JSON. */
const mostBytes = { links: 192 * 1024, images: 64 * 1024, unsubscribe: 16 * 1024 }

/** Characters of a header field. */
const longestField = 8 * 1024
const beginningOf = (value: string) => value.slice(0, longestField)

const isCut = (html: HtmlContents | null, list: 'links' | 'images') => html?.cut[list] ?? false
