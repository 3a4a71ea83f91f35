import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { jsonBytes } from '../../lib/json/json-size.ts'
import { fitView } from './fitted-view.ts'
import { openMail } from './view.ts'

const fitted = async (source: string) => {
  const { view, extracted } = await openMail(Buffer.from(source))
  return fitView(view, extracted)
}

const most = limits.inlineBodyBytes

test.each([
  ['as large as fits', 'x'.repeat(most - 4), []],
  ['one byte too large', 'x'.repeat(most - 1), ['text']],
  // One byte in the mail, six in JSON.
  ['of control characters', '\u0001'.repeat(most / 5), ['text']],
])('a text %s', async (_, text, large) => {
  const view = await fitted(`Content-Type: text/plain\n\n${text}`)
  expect(view).toMatchObject({ large, problem: null })
  expect(view?.text === null).toBe(large.length > 0)
})

test('html of many megabytes is fetched separately, and the text beside it is in the view', async () => {
  const html = `<p>${'word '.repeat(200_000)}</p>`
  const view = await fitted(
    'Content-Type: multipart/alternative; boundary=b\n\n' +
      `--b\nContent-Type: text/plain\n\nshort\n--b\nContent-Type: text/html\n\n${html}\n--b--\n`,
  )
  expect(view).toMatchObject({ html: null, large: ['html'] })
  expect(view?.text?.trim()).toBe('short')
})

test('a mail with too many headers says that it is cut, and fits', async () => {
  const headers = Array.from(
    { length: 1_500 },
    (_, n) => `X-${n}: ${'"'.repeat(900)}
`,
  )
  const view = await fitted(`${headers.join('')}
short`)
  expect(view?.problem).toBe('cut')
  expect(view?.headers.length).toBeGreaterThan(0)
  expect(jsonBytes(view)).toBeLessThan(1024 * 1024)
})

test('a mail to very many says how many of them are left out', async () => {
  const to = Array.from({ length: 4_000 }, (_, n) => `you${n}@customer.test`)
  const view = await fitted(`To: ${to.join(',\r\n ')}\r\nCc: cc@customer.test\r\n\r\nx`)
  expect(view.to.length).toBeGreaterThan(1_000)
  expect(jsonBytes(view.to)).toBeLessThanOrEqual(64 * 1024 + 2)
  expect(view.to.length + view.hidden_recipients).toBe(4_000)
  expect(view.cc).toEqual([{ name: '', address: 'cc@customer.test' }])
})
