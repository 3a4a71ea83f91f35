import { expect, test } from 'vitest'
import { fileKind, imageType, opensInTab } from './file-kinds.ts'

test.each([
  ['application/pdf', 'a.pdf', 'pdf'],
  ['application/octet-stream', 'Invoice.PDF', 'pdf'],
  ['application/octet-stream', 'photo.JPG', 'image'],
  ['application/octet-stream', 'program', 'other'],
  ['image/png', 'page.html', 'image'],
  ['image/tiff', 'scan.tiff', 'other'],
  ['image/svg+xml', 'logo.png', 'page'],
  ['application/octet-stream', 'logo.svg', 'page'],
  ['text/html', 'a.txt', 'page'],
  ['application/xhtml+xml', 'a.xml', 'page'],
  ['text/xml', 'a.xml', 'text'],
  ['application/mathml+xml', 'a.xml', 'text'],
  ['text/plain; charset=utf-8', 'prices.csv', 'csv'],
  ['text/plain', 'page.html', 'text'],
  ['text/plain', 'a.pdf', 'text'],
  ['text/csv', 'prices', 'csv'],
  ['application/ld+json', 'a', 'json'],
  ['text/calendar', 'invite.ics', 'calendar'],
  ['message/rfc822', 'a.eml', 'mail'],
  ['application/ms-tnef', 'a.dat', 'winmail'],
  ['application/octet-stream', 'Winmail.dat', 'winmail'],
  ['application/octet-stream', 'a.dat', 'other'],
  ['message/delivery-status', 'a', 'text'],
  ['application/zip', 'a.csv', 'other'],
])('%s named %s is of the kind %s', (content_type, filename, kind) => {
  expect(fileKind({ content_type, filename })).toBe(kind)
})

test('only images that cannot hold script are images', () => {
  const type = (content_type: string, filename = 'a') => imageType({ content_type, filename })
  expect(type('image/pjpeg')).toBe('image/jpeg')
  expect(type('', 'a.webp')).toBe('image/webp')
  expect(type('image/svg+xml')).toBeNull()
  expect(type('text/html', 'a.png')).toBeNull()
})

test('a page and an unknown file are downloaded, all others open in a tab', () => {
  expect((['page', 'other', 'text', 'pdf', 'image'] as const).map(opensInTab)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
})
