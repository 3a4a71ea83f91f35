import type { Structured } from '../../headers/parameters.ts'

/**
 * The charset of a part's text. Where its header names none that counts, html names it itself, as browsers find it:
 * in a `meta` element, or in an XML declaration (RFC 6657 section 3).
 */
export function charsetOf(
  { type, parameters }: { type: string; parameters: Structured['parameters'] },
  bytes: Buffer,
  isOpen: (charset: string) => boolean,
): string {
  const named = parameters.get('charset') ?? ''
  return type === 'text/html' && isOpen(named) ? htmlCharset(bytes) || named : named
}

/** More than the 1,024 bytes of the HTML standard, as comments for Outlook come first in much mail. */
const mostSearched = 4_096

/** Empty where html names none, and where the name cannot be right. */
function htmlCharset(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, mostSearched)
  if (start.startsWith('\u00ef\u00bb\u00bf')) return ''
  const declared = /^\s{0,99}<\?xml\s[^<>]{0,99}?encoding\s{0,9}=\s{0,9}["']([^"'<>]{1,40})/i.exec(
    start,
  )?.[1]
  const label = (declared ?? metaCharset(start)).trim().toLowerCase()
  // Bytes in which a charset could be read are no UTF-16. Text declared as Latin-1 is often UTF-8, which its bytes
  // show.
  return unlikely.test(label) ? '' : label
}

const unlikely =
  /^(?:utf-?(?:7|16|32).*|unicode|ucs-?[24].*|(?:x-)?user-defined|us-ascii|iso-?8859-1|windows-1252)$/

function metaCharset(html: string): string {
  for (const [tag] of html.matchAll(commentOrMeta)) {
    const found = tag.startsWith('<!') ? null : metaValue.exec(tag)?.[1]
    if (found) return found
  }
  return ''
}

/** A comment that is not closed goes on to the end, so that each character is read once. */
const commentOrMeta = /<!--[\s\S]*?(?:-->|$)|<meta[\s/][^<>]{0,999}/gi
const metaValue = /charset\s{0,9}=\s{0,9}["']?\s{0,9}([^\s"';/<>]{1,40})/i
