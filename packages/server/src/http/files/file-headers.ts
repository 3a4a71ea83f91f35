import { mailPolicy } from '@mailstop/contract'
import { create as contentDisposition } from 'content-disposition'
import type { FileReply } from '../route.ts'

const harmlessInline = new Set([
  'text/plain',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  // The viewer has another origin, and the script of a PDF knows nothing but the PDF.
  'application/pdf',
])
const mediaType = /^[a-z0-9][\w.+-]{0,62}\/[a-z0-9][\w.+-]{0,62}$/

/**
 * Headers that make a stranger's bytes safe for a browser: never sniffed, cached or run, shown in place only when the
 * type cannot carry script, and named by a harmless file name.
 */
export function fileHeaders(
  file: Omit<FileReply, 'bytes' | 'refusal' | 'leadsTo'>,
): Record<string, string> {
  const [declared = '', ...parameters] = file.contentType.split(';')
  const type = declared.trim().toLowerCase()
  const policy = pagePolicies[file.disposition]?.(file.images)
  const inline = policy !== undefined || (file.disposition === 'inline' && harmlessInline.has(type))
  return {
    'content-type': contentType(type, parameters, inline),
    'content-disposition': contentDisposition(safeFilename(file.filename), {
      type: inline ? 'inline' : 'attachment',
    }),
    'content-security-policy': policy ?? filePolicy,
    'x-content-type-options': 'nosniff',
    // Our page frames the viewer of a PDF, which runs in no frame with the attribute `sandbox`: here
    // the policy alone makes its origin opaque.
    'x-frame-options': inline && type === 'application/pdf' ? 'SAMEORIGIN' : 'DENY',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    // Otherwise nginx would take a large file from us at once, then nothing for as long as a slow client needs for
    // it: that looks like a client that has gone.
    'x-accel-buffering': 'no',
  }
}

/** A browser that shows a stranger's bytes fetches nothing and runs no script. */
export const filePolicy = "sandbox; default-src 'none'"

const aroundMail = "base-uri 'none'; frame-ancestors 'none'"

/**
 * A mail's html in a tab of its own may do what it may in the reader's frame: this takes its policy, and says as a header what
 * the frame says as an attribute. Links may open windows outside of the sandbox. A page of ours around a mail has no
 * origin either, and a frame in it has less than the page.
 */
export const pagePolicy = (images = false, more = ''): string =>
  `sandbox allow-popups allow-popups-to-escape-sandbox${more}; ${mailPolicy(images)}; ${aroundMail}`

const pagePolicies: Partial<Record<FileReply['disposition'], (images?: boolean) => string>> = {
  sandboxed: (images) => pagePolicy(images),
  shared: (images) => pagePolicy(images, ' allow-downloads'),
  own: () => `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; ${aroundMail}`,
}

function contentType(type: string, parameters: string[], inline: boolean): string {
  if (type === 'text/html' && inline) return 'text/html; charset=utf-8'
  return inline ? type + charsetOf(type, parameters) : downloadType(type)
}

const downloadType = (type: string) => (mediaType.test(type) ? type : 'application/octet-stream')

/** Text keeps its charset, and is read as UTF-8 when it names none. */
function charsetOf(type: string, parameters: string[]): string {
  if (type !== 'text/plain') return ''
  const named = parameters.map((text) => /^\s*charset="?([\w.:-]{1,40})"?\s*$/i.exec(text)?.[1])
  return `; charset=${named.find(Boolean) ?? 'utf-8'}`
}

/** One path segment, without characters that hide or reorder the rest, and not a dot file. */
export function safeFilename(filename: string): string {
  const name = filename
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\:*?"<>|%]/g, '_')
    // Tried once for each run, not from each of its characters: that keeps it linear.
    .replaceAll(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
  return shortened(name, 120) || 'file'
}

/** Cut in the middle, so that the extension stays. */
function shortened(name: string, length: number): string {
  if (name.length <= length) return name
  return (name.slice(0, length - 20) + name.slice(-20)).toWellFormed()
}
