import type { MimePart } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { sampleExtracted, sampleLink } from '../../../../testing/samples.ts'
import { sourcePartsOf, tabsOf, viewFor, viewsOf, type MailView } from './mail-views.ts'

const structure: MimePart = {
  content_type: 'text/plain',
  charset: null,
  encoding: null,
  filename: null,
  size: 1,
  children: [],
}
const bare = {
  html: null,
  text: null,
  extracted: sampleExtracted(),
  structure: null,
  transcript: null,
}

test.each([
  [{ html: '<p>x</p>', text: 'x' }, ['html', 'text', 'headers', 'markup', 'source']],
  [{ html: '<p>x</p>', text: null }, ['html', 'headers', 'markup', 'source']],
  [{ html: null, text: 'x' }, ['text', 'headers', 'source']],
  [{ html: null, text: null }, ['text', 'headers', 'source']],
  [{ html: '', text: '' }, ['html', 'text', 'headers', 'markup', 'source']],
  [{ extracted: null }, ['text', 'headers', 'source']],
  [
    { extracted: sampleExtracted({ links: [sampleLink()] }) },
    ['text', 'links', 'headers', 'source'],
  ],
  [{ structure }, ['text', 'headers', 'source', 'structure']],
  [{ transcript: 'EHLO x' }, ['text', 'headers', 'source', 'smtp']],
])('a mail with %j has the views %j', (mail, views) => {
  expect(viewsOf({ ...bare, ...mail })).toEqual(views)
})

test.each<[{ html: string | null; text: string | null }, MailView, MailView]>([
  [{ html: '<p>x</p>', text: 'x' }, 'text', 'text'],
  [{ html: null, text: 'x' }, 'html', 'text'],
  [{ html: '<p>x</p>', text: null }, 'text', 'html'],
  [{ html: null, text: null }, 'headers', 'headers'],
  [{ html: null, text: 'x' }, 'structure', 'text'],
])('for %j, %s is shown as %s', (mail, wanted, shown) => {
  expect(viewFor({ ...bare, ...mail }, wanted)).toBe(shown)
})

test('the views of the source are parts of one tab', () => {
  const mail = { ...bare, html: '<p>x</p>', text: 'x', structure, transcript: 'EHLO x' }
  expect(tabsOf(mail)).toEqual(['html', 'text', 'headers', 'source'])
  expect(sourcePartsOf(mail, 'smtp')).toEqual(['markup', 'source', 'structure', 'smtp'])
  expect(sourcePartsOf(mail, 'text')).toEqual([])
})
