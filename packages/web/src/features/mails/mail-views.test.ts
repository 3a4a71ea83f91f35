import { expect, test } from 'vitest'
import { viewFor, viewsOf, type MailView } from './mail-views.ts'

test.each([
  [{ html: '<p>x</p>', text: 'x' }, ['html', 'text', 'headers', 'source']],
  [{ html: '<p>x</p>', text: null }, ['html', 'headers', 'source']],
  [{ html: null, text: 'x' }, ['text', 'headers', 'source']],
  [{ html: null, text: null }, ['text', 'headers', 'source']],
  [{ html: '', text: '' }, ['html', 'text', 'headers', 'source']],
])('a mail with %j has the views %j', (mail, views) => {
  expect(viewsOf(mail)).toEqual(views)
})

test.each<[{ html: string | null; text: string | null }, MailView, MailView]>([
  [{ html: '<p>x</p>', text: 'x' }, 'text', 'text'],
  [{ html: null, text: 'x' }, 'html', 'text'],
  [{ html: '<p>x</p>', text: null }, 'text', 'html'],
  [{ html: null, text: null }, 'headers', 'headers'],
])('for %j, %s is shown as %s', (mail, wanted, shown) => {
  expect(viewFor(mail, wanted)).toBe(shown)
})
