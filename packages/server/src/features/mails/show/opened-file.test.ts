import { expect, test } from 'vitest'
import { openedFile } from './opened-file.ts'

const opened = (contentType: string, filename: string, text = 'x', charset?: string) =>
  openedFile({ contentType, filename, bytes: Buffer.from(text), ...(charset && { charset }) })

test.each([
  ['text/csv', 'prices.csv'],
  ['application/json', 'a.json'],
  ['text/calendar', 'invite.ics'],
  ['application/octet-stream', 'server.log'],
  ['application/xml', 'feed.xml'],
  ['application/xslt+xml', 'sheet.xsl'],
  ['message/rfc822', 'forwarded.eml'],
  ['text/javascript', 'a.js'],
])('%s named %s opens as plain text', (type, filename) => {
  expect(opened(type, filename)).toEqual({
    contentType: 'text/plain; charset=utf-8',
    disposition: 'inline',
  })
})

test('text opens in the charset that it was sent in', () => {
  expect(opened('text/csv', 'a.csv', 'x', 'iso-8859-1').contentType).toBe(
    'text/plain; charset=iso-8859-1',
  )
})

test.each([
  ['text/html', 'page.txt'],
  ['text/html', 'photo.png'],
  ['image/svg+xml', 'logo.svg'],
  ['application/octet-stream', 'logo.svg'],
  ['application/xhtml+xml', 'a.xml'],
  ['application/zip', 'a.zip'],
  ['image/tiff', 'scan.tiff'],
])('%s named %s is downloaded', (type, filename) => {
  expect(opened(type, filename)).toEqual({ contentType: type, disposition: 'attachment' })
})

test('an image opens with the type that it claims, whatever its bytes: they are not sniffed', () => {
  expect(opened('image/png', 'a.html', '<script>')).toEqual({
    contentType: 'image/png',
    disposition: 'inline',
  })
  expect(opened('application/octet-stream', 'a.JPEG').contentType).toBe('image/jpeg')
})

test('a PDF opens, and what only claims to be one is downloaded', () => {
  expect(opened('application/octet-stream', 'a.pdf', 'junk\n%PDF-1.7 …')).toEqual({
    contentType: 'application/pdf',
    disposition: 'inline',
  })
  expect(opened('application/pdf', 'a.pdf', '<script>')).toEqual({
    contentType: 'application/octet-stream',
    disposition: 'attachment',
  })
  expect(opened('application/pdf', 'a.pdf', `${' '.repeat(2_000)}%PDF-`).disposition).toBe(
    'attachment',
  )
})
