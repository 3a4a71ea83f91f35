import { isUtf8 } from 'node:buffer'

/** How files of common types begin (MIME Sniffing, section 6). */
const beginnings: [string | RegExp, string][] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  [/^RIFF[^]{4}WEBPVP/, 'image/webp'],
  ['BM', 'image/bmp'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b\x08', 'application/x-gzip'],
  ['ID3', 'audio/mpeg'],
  [/^[^]{4}ftyp/, 'video/mp4'],
  [
    /^\s*<(?:!doctype html|html|head|body|script|div|p|table|h1|br|!--)(?=[\s>]|--)/i,
    'text/html; charset=utf-8',
  ],
  [/^\s*<\?xml/, 'text/xml; charset=utf-8'],
]

const looked = 512

export function sniffedType(content: Buffer): string {
  const head = content.subarray(0, looked)
  const start = head.toString('latin1')
  const found = beginnings.find(([how]) =>
    typeof how === 'string' ? start.startsWith(how) : how.test(start),
  )
  if (found) return found[1]
  // A character may have been cut at the end.
  const isText = !/[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start)
  const isWhole = content.length <= looked
  const isRead = isUtf8(isWhole ? head : head.subarray(0, lastWhole(head)))
  return isText && isRead ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

/** Up to the beginning of the last character. */
function lastWhole(bytes: Buffer): number {
  let at = bytes.length - 1
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}
