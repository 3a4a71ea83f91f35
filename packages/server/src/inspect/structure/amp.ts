import { encodingOf } from '../../mime/parts/parts.ts'
import { decodeTransfer } from '../../mime/parts/transfer-encodings.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { bodyOf } from './part-faults.ts'

const mostBytes = 200_000
const marked = /<html[^>]{1,200}(?:⚡4email|amp4email)/i

/** Why clients would not show the part for AMP; null where nothing says so, or there is none. */
export function ampFault({ source, parts }: InspectedMail): string | null {
  const types = parts.map(({ part }) => part.type)
  const at = types.indexOf('text/x-amp-html')
  const part = parts[at]?.part
  if (!part) return null
  if (types.includes('text/x-amp-html', at + 1)) return 'There are several of it.'
  const html = types.indexOf('text/html')
  if (html === -1) return 'There is no text/html for other clients.'
  if (html < at) return 'It comes after text/html, which clients then show.'
  const body = decodeTransfer(bodyOf(source, part), encodingOf(source, part), mostBytes + 1)
  if (body.length > mostBytes) return 'It has more than 200,000 bytes.'
  const text = body.toString()
  if (!marked.test(text)) return 'Its html element lacks amp4email.'
  if (!text.includes('https://cdn.ampproject.org/v0.js')) return 'It lacks the script of AMP.'
  return text.includes('!important') ? 'AMP does not allow !important.' : null
}
