import { expect, test } from 'vitest'
import { sniffedType } from './sniffed-type.ts'

test.each<[string, string | Buffer, string]>([
  ['a PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
  ['a JPEG', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'],
  ['a WebP', 'RIFF\x01\x02\x03\x04WEBPVP8 ', 'image/webp'],
  ['a PDF', '%PDF-1.7', 'application/pdf'],
  ['a zip', Buffer.from('504b030414', 'hex'), 'application/zip'],
  ['html', '  <!DOCTYPE html><title>x</title>', 'text/html; charset=utf-8'],
  ['xml', '<?xml version="1.0"?>', 'text/xml; charset=utf-8'],
  ['text', 'a,b\r\nc,d', 'text/plain; charset=utf-8'],
  ['nothing', '', 'text/plain; charset=utf-8'],
  ['text that is cut within a character', 'ü'.repeat(400), 'text/plain; charset=utf-8'],
  ['text of one byte more', `a${'ü'.repeat(400)}`, 'text/plain; charset=utf-8'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x41]), 'application/octet-stream'],
  ['text with a control character', 'a\x00b', 'application/octet-stream'],
])('%s is known by its content', (_what, content, type) => {
  expect(sniffedType(Buffer.from(content))).toBe(type)
})
