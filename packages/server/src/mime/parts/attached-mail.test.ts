import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { readAttachedMail } from './attached-mail.ts'

const wrapped = (attached: string, type = 'message/rfc822') =>
  Buffer.from(
    'Content-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\n\r\nSee below.\r\n--outer\r\n' +
      `Content-Type: ${type}; name=inner.eml\r\n\r\n${attached}\r\n--outer--\r\n`,
  )

const inner =
  'From: Ada <ada@rocket.test>\r\nTo: you@customer.test\r\nCc: them@customer.test\r\n' +
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nDate: Sat, 21 Nov 2026 09:41:00 +0000\r\n'

test('an attached mail is read as any mail is', async () => {
  const files =
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n' +
    '--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\n1,2\r\n--b--'
  expect(await readAttachedMail(wrapped(inner + files), '1')).toEqual({
    from: { name: 'Ada', address: 'ada@rocket.test' },
    to: [{ name: '', address: 'you@customer.test' }],
    cc: [{ name: '', address: 'them@customer.test' }],
    subject: 'Grüße',
    date: '2026-11-21T09:41:00.000Z',
    text: 'Hello\n',
    attachments: [{ filename: 'a.csv', size: 3 }],
    is_cut: false,
  })
})

test('an attached mail of html alone shows the text of it', async () => {
  const html = `${inner}Content-Type: text/html\r\n\r\n<style>p{}</style><p>One</p><p>Two</p>`
  const mail = await readAttachedMail(wrapped(html), '1')
  expect(mail?.text.trim()).toBe('One\nTwo')
})

test('a mail file of no type is read, other files are not', async () => {
  const asFile = await readAttachedMail(
    wrapped(`${inner}\r\nHello`, 'application/octet-stream'),
    '1',
  )
  expect(asFile).toMatchObject({ subject: 'Grüße', text: 'Hello\n' })
  expect(await readAttachedMail(wrapped(inner, 'application/pdf'), '1')).toBeNull()
  expect(await readAttachedMail(wrapped(inner), '2')).toBeNull()
})

test('an attached mail is cut, and says so', async () => {
  const long = `${inner}\r\n${'word '.repeat(100_000)}`
  const mail = await readAttachedMail(wrapped(long), '1')
  expect(mail).toMatchObject({ is_cut: true })
  expect(mail?.text.length).toBe(limits.previewedBytes)
})
