import type { DropInReply } from './drop-in.ts'
import { fileHeaders, filePolicy, pagePolicy } from '../files/file-headers.ts'

/** The headers of a reply of another tool's API, by its kind. */
export function dropInHeaders(reply: DropInReply): Record<string, string> {
  return { 'cache-control': 'no-store', ...headersOfKind(reply), ...reply.headers }
}

function headersOfKind(reply: DropInReply): Record<string, string> {
  switch (reply.kind) {
    case 'none':
      return {}
    case 'json':
      return { 'content-type': reply.contentType ?? 'application/json', ...inert }
    case 'text':
      return { 'content-type': 'text/plain; charset=utf-8', ...inert }
    case 'page':
      return {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy(),
        'x-content-type-options': 'nosniff',
      }
    case 'file': {
      const { contentType, keepsType = false } = reply
      return { ...fileHeaders(reply), ...(keepsType && { 'content-type': contentType }) }
    }
    case 'redirect':
      return { 'content-type': 'text/plain', location: reply.location }
  }
}

/** Replies of our own that contain words of a stranger have these. */
const inert = {
  'content-security-policy': filePolicy,
  'x-content-type-options': 'nosniff',
}
