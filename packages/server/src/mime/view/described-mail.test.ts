import { expect, test } from 'vitest'
import { summarize } from '../summary.ts'
import {
  describeMail,
  listAddresses,
  outlineMail,
  pageOfMail,
  readPartFile,
} from './described-mail.ts'

const bytes = (...lines: string[]) => new Uint8Array(Buffer.from(lines.join('\r\n')))

const mixed = bytes(
  'Message-ID: <one@rocket.test>',
  'From: App <app@rocket.test>',
  'To: Ada <ada@customer.test>',
  'Content-Type: multipart/mixed; boundary=a',
  '',
  '--a',
  'Content-Type: multipart/related; boundary=b',
  '',
  '--b',
  'Content-Type: text/html',
  '',
  '<p>Hi <img src="cid:logo@x"></p>',
  '--b',
  'Content-Type: image/png; name=logo.png',
  'Content-ID: <logo@x>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
  '--b--',
  '--a',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="bill.pdf"',
  '',
  '%PDF-',
  '--a',
  'Content-Type: application/octet-stream',
  '',
  'bytes',
  '--a--',
)

test('files are named by their place, and are attached or meant to be shown', async () => {
  const { files, attachments } = await describeMail(mixed)
  expect(
    files.map(({ path, filename, contentId, isAttached }) => [
      path,
      filename,
      contentId,
      isAttached,
    ]),
  ).toEqual([
    ['1.2', 'logo.png', 'logo@x', false],
    ['2', 'bill.pdf', '', true],
    ['3', '', '', true],
  ])
  expect(attachments).toBe(2)
  expect((await readPartFile(mixed, '2'))?.bytes).toEqual(new Uint8Array(Buffer.from('%PDF-')))
  for (const path of ['0', '1', '1.1', '4', '', '1.2.1']) {
    expect([path, await readPartFile(mixed, path)]).toEqual([path, null])
  }
})

test('a mail that is one file has it at the place of the mail', async () => {
  const mail = bytes('Content-Type: image/png', '', 'x')
  expect((await describeMail(mail)).files).toMatchObject([{ path: '0', contentType: 'image/png' }])
  expect((await readPartFile(mail, '0'))?.contentType).toBe('image/png')
})

test('uuencoded files have numbers at the place of their text', async () => {
  const file = (name: string) => [`begin 644 ${name}`, '#0V%T', '`', 'end']
  const mail = bytes('', 'Before', ...file('a.txt'), 'Between', ...file('b.txt'), '')
  const { files } = await describeMail(mail)
  expect(files.map(({ path, filename }) => [path, filename])).toEqual([
    ['0.u1', 'a.txt'],
    ['0.u2', 'b.txt'],
  ])
  expect(Buffer.from((await readPartFile(mail, '0.u2'))?.bytes ?? []).toString()).toBe('Cat')
})

test('a page has its images in it, and only the links that it opens outside are changed', async () => {
  const html = '<a href="x">A</a><abbr>B</abbr><A\nhref=y title="<a href=z">C</A><!-- <a> -->'
  const mail = bytes('Content-Type: text/html', '', html)
  expect(await pageOfMail(mail, { opensOutside: false })).toBe(html)
  const added = ' target="_blank" rel="noreferrer noopener"'
  expect(await pageOfMail(mail, { opensOutside: true })).toBe(
    `<a${added} href="x">A</a><abbr>B</abbr><A${added}\nhref=y title="<a href=z">C</A><!-- <a> -->`,
  )
  expect(await pageOfMail(mixed, { opensOutside: false })).toContain(
    '<img src="data:image/png;base64,iVBORw0KGgo=">',
  )
  expect(await pageOfMail(bytes('', 'text'), { opensOutside: false })).toBe(null)
})

test.each([
  [
    '<iframe src="//a.test"></iframe><IFRAME/src=//a.test><iframe>',
    '<iframe src="" srcdoc="" src="//a.test"></iframe><IFRAME src="" srcdoc=""/src=//a.test><iframe src="" srcdoc="">',
  ],
  [
    '<frameset><frame\nsrc=//a.test></frameset>',
    '<frameset><frame src="" srcdoc=""\nsrc=//a.test></frameset>',
  ],
  ['<![CDATA[ ><iframe srcdoc=x>]]>', '<![CDATA[ ><iframe src="" srcdoc="" srcdoc=x>]]>'],
  ['<link rel=preconnect href=//a.test>', '<meta rel=preconnect href=//a.test>'],
  ['<links> &lt;link >', '<links> &lt;link >'],
])('a page of %s makes its reader connect to nobody', async (html, page) => {
  const mail = bytes('Content-Type: text/html', '', html)
  expect(await pageOfMail(mail, { opensOutside: false })).toBe(page)
})

test('bodies keep the line ends with which they were sent', async () => {
  expect((await describeMail(bytes('', 'one', 'two'))).text).toBe('one\r\ntwo')
  const base64 = Buffer.from('one\ntwo').toString('base64')
  const encoded = bytes('Content-Transfer-Encoding: base64', '', base64)
  expect((await describeMail(encoded)).text).toBe('one\ntwo')
})

test('a mail of html alone has its readable text', async () => {
  const mail = bytes('Content-Type: text/html', '', '<h1>Big</h1><p>One <b>two</b></p>')
  expect((await describeMail(mail)).text).toBe('Big\nOne two')
})

test('the snippet is the beginning of the html, or else of the text', async () => {
  expect((await outlineMail(mixed)).snippet).toBe('Hi')
  const { snippet } = await outlineMail(bytes('', 'ü'.repeat(300)))
  expect(snippet).toBe(`${'ü'.repeat(100)}...`)
})

test('web addresses are listed once, up to a limit', async () => {
  const html =
    '<a href="https://a.test">A</a><a href="mailto:x@y.test">B</a><img src="http://c.test/i.png">'
  const mail = bytes(
    'Content-Type: multipart/alternative; boundary=a',
    '',
    '--a',
    '',
    'See https://a.test and https://d.test',
    '--a',
    'Content-Type: text/html',
    '',
    html,
    '--a--',
  )
  expect(await listAddresses(mail, 10)).toEqual([
    'https://a.test',
    'http://c.test/i.png',
    'https://d.test',
  ])
  expect(await listAddresses(mail, 1)).toEqual(['https://a.test'])
})

test.each([
  ['attachment', ['Content-Type: image/png', 'Content-Disposition: attachment'], false],
  ['inline', ['Content-Type: image/png', 'Content-Disposition: inline'], true],
  ['of an id alone', ['Content-Type: image/png', 'Content-ID: <a@x>'], true],
  ['of a name alone', ['Content-Type: image/png; name=a.png'], true],
  ['of no type', ['Content-Type: application/octet-stream', 'Content-ID: <a@x>'], false],
])('a file is found by a search where its message shows it: %s', async (_, header, isInline) => {
  const mail = bytes(
    'Content-Type: multipart/mixed; boundary=a',
    '',
    '--a',
    ...header,
    '',
    'file',
    '--a--',
  )
  const { files } = await describeMail(mail)
  expect(files.map(({ isAttached }) => !isAttached)).toEqual([isInline])
  expect(summarize(mail)).toMatchObject({ attachmentCount: 1, inlineCount: isInline ? 1 : 0 })
})
