import { expect, test } from 'vitest'
import { dropInHeaders } from './drop-in-headers.ts'
import type { DropInReply } from './drop-in.ts'

const body = new Uint8Array()
const file = { kind: 'file', body, filename: 'x.svg', contentType: 'image/svg+xml' } as const

test.each<[string, DropInReply, string]>([
  ['json', { kind: 'json', body: '{}' }, 'application/json'],
  ['text', { kind: 'text', body: '' }, 'text/plain; charset=utf-8'],
  ['a page of a mail', { kind: 'page', body: '' }, 'text/html; charset=utf-8'],
  ['a file', { ...file, disposition: 'inline' }, 'image/svg+xml'],
  [
    'a file that keeps its type',
    { ...file, disposition: 'inline', keepsType: true },
    'image/svg+xml',
  ],
])('as %s, nothing of a mail runs, or is fetched, in a browser', (_, reply, type) => {
  expect(dropInHeaders(reply)).toMatchObject({
    'content-type': type,
    'content-security-policy': expect.stringMatching(
      /^sandbox(?!.*(?:allow-scripts|allow-same-origin|allow-forms|https?:|'self')).*; default-src 'none'/,
    ),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})
