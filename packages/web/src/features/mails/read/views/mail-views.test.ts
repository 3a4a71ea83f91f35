import { expect, test } from 'vitest'
import { sampleExtracted, sampleLink } from '../../../../testing/samples.ts'
import { sourcePartsOf, tabsOf, viewFor, viewsOf, type MailView } from './mail-views.ts'

const bare = {
  html: null,
  text: null,
  extracted: sampleExtracted(),
  transcript: null,
}

test.each([
  [{ html: '<p>x</p>', text: 'x' }, ['html', 'text', 'check', 'headers', 'markup', 'source']],
  [{ html: '<p>x</p>', text: null }, ['html', 'check', 'headers', 'markup', 'source']],
  [{ html: null, text: 'x' }, ['text', 'check', 'headers', 'source']],
  [{ html: null, text: null }, ['text', 'check', 'headers', 'source']],
  [{ html: '', text: '' }, ['html', 'text', 'check', 'headers', 'markup', 'source']],
  [{ extracted: null }, ['text', 'check', 'headers', 'source']],
  [
    { extracted: sampleExtracted({ links: [sampleLink()] }) },
    ['text', 'links', 'check', 'headers', 'source'],
  ],
  [{ transcript: 'EHLO x' }, ['text', 'check', 'headers', 'source', 'smtp']],
])('a mail with %j has the views %j', (mail, views) => {
  expect(viewsOf({ ...bare, ...mail })).toEqual(views)
})

test.each<[{ html: string | null; text: string | null }, MailView, MailView]>([
  [{ html: '<p>x</p>', text: 'x' }, 'text', 'text'],
  [{ html: null, text: 'x' }, 'html', 'text'],
  [{ html: '<p>x</p>', text: null }, 'text', 'html'],
  [{ html: null, text: null }, 'headers', 'headers'],
  [{ html: null, text: 'x' }, 'smtp', 'text'],
])('for %j, %s is shown as %s', (mail, wanted, shown) => {
  expect(viewFor({ ...bare, ...mail }, wanted)).toBe(shown)
})

test('the views of the source are parts of one tab', () => {
  const mail = { ...bare, html: '<p>x</p>', text: 'x', transcript: 'EHLO x' }
  expect(tabsOf(mail)).toEqual(['html', 'text', 'check', 'headers', 'source'])
  expect(sourcePartsOf(mail, 'smtp')).toEqual(['markup', 'source', 'smtp'])
  expect(sourcePartsOf(mail, 'text')).toEqual([])
})
