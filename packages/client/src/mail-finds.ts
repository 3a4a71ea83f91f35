import { AmbiguousCodeError } from './errors.ts'
import type { Mail } from './types.ts'

/** A part of an address or of the text of a link, or a pattern that one of them has to match. */
export type LinkMatch = string | RegExp

/** The one code of a mail; null where it has none. Several that are equally certain are an `AmbiguousCodeError`. */
export function codeOf(mail: Mail): string | null {
  const { code = null, codes = [] } = mail.extracted ?? {}
  if (code === null && codes.length > 0) throw new AmbiguousCodeError(mail)
  return code
}

/** The address of the first link that matches, or of the first one; null where there is none. */
export function linkOf(mail: Mail, match: LinkMatch = ''): string | null {
  const matches = (text: string | null) =>
    text !== null && (typeof match === 'string' ? text.includes(match) : text.search(match) >= 0)
  const links = (mail.extracted?.links ?? []).filter(
    ({ scheme }) => scheme === 'http' || scheme === 'https',
  )
  const found =
    links.find(({ href }) => matches(href)) ??
    links.find(({ text, image_alt }) => matches(text) || matches(image_alt))
  return found?.href ?? null
}
