import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { corpusMails } from '../../../test/corpora/corpora.ts'
import { summarize } from '../summary.ts'
import { readAttachment, viewMail } from './view.ts'

const ownMail = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/mails', name))
const mail = (...lines: string[]) => new Uint8Array(Buffer.from(lines.join('\r\n')))
/** Each part is its lines behind the boundary. */
const multipart = (kind: string, ...parts: string[][]) =>
  mail(
    `Content-Type: multipart/${kind}; boundary=x`,
    '',
    ...parts.flatMap((part) => ['--x', ...part]),
    '--x--',
  )

describe('viewMail', () => {
  test('shows both bodies, and every field as written and in order', async () => {
    const shown = await viewMail(ownMail('verify-address.eml'))
    expect(shown.text).toContain('Hello Jörg,\n\nplease confirm')
    expect(shown.html).toContain('<p>Hello Jörg,</p>')
    expect(shown.reply_to).toEqual([{ name: 'Rocket Support', address: 'help@rocket.test' }])
    expect(shown.headers.slice(0, 4)).toEqual([
      {
        name: 'Received',
        value:
          'from app-7 (app-7.rocket.test [10.0.0.7]) by mx.rocket.test with ESMTPSA; Thu, 05 Mar 2026 09:14:02 +0000',
      },
      { name: 'Message-ID', value: '<d41d8cd98f00b204@rocket.test>' },
      { name: 'Date', value: 'Thu, 05 Mar 2026 09:14:01 +0000' },
      { name: 'Subject', value: 'Verify your address – it takes a minute' },
    ])
    expect(shown.problem).toBeNull()
  })

  test('has no html for a mail without any, and no text for one of html alone', async () => {
    expect((await viewMail(ownMail('japanese.eml'))).html).toBeNull()
    expect((await viewMail(ownMail('line-feeds-only.eml'))).text).toBeNull()
    expect(await viewMail(ownMail('headers-only.eml'))).toMatchObject({ html: null, text: null })
  })

  test('puts images named by Content-ID into the html, and nowhere else', async () => {
    const { html, attachments } = await viewMail(ownMail('newsletter-with-images.eml'))
    expect(html?.match(/data:image\/png;base64,iVBORw0KGgo/g)).toHaveLength(3)
    expect(html).toContain('<td>cid:logo@rocket.test</td>')
    expect(html).toContain('<img src="cid:missing">')
    expect(attachments).toEqual([
      { key: '1', filename: 'logo.png', content_type: 'image/png', size: 73, inline: true },
    ])
  })

  test('names attachments as the sender did, without paths, whatever way they are encoded', async () => {
    const { attachments } = await viewMail(ownMail('invoice-with-files.eml'))
    expect(attachments.map((found) => [found.key, found.filename, found.content_type])).toEqual([
      ['1', 'Rechnung für März.pdf', 'application/pdf'],
      ['2', 'posten.csv', 'text/csv'],
      ['3', 'run.exe', 'application/octet-stream'],
    ])
  })

  test.each(['C:\\TEMP\\x.png', '"C:\\TEMP\\x.png"', '"C:\\\\TEMP\\\\x.png"', '"/tmp/x.png"'])(
    'takes the name of a file from its path: %s',
    async (written) => {
      const named = `Content-Disposition: attachment; filename=${written}`
      const source = mail('Content-Type: image/png', named, '', 'x')
      expect((await viewMail(source)).attachments[0]?.filename).toBe('x.png')
    },
  )

  test('takes uuencoded files out of the text, and opens them', async () => {
    const source = ownMail('uuencoded-in-text.eml')
    const { text, attachments } = await viewMail(source)
    expect(text).toBe('The report of tonight.\n\n\nBye\n')
    const type = { content_type: 'application/octet-stream' }
    expect(attachments).toEqual([
      { key: '1', filename: 'report.txt', ...type, size: 69, inline: false },
    ])
    const file = await readAttachment(source, '1')
    expect(Buffer.from(file?.bytes ?? []).toString()).toMatch(/^all 214 jobs done\n.*jobs\n$/s)
  })

  test('reads format=flowed as it was before it was folded', async () => {
    const source = mail('Content-Type: text/plain; format=flowed; delsp=yes', '', 'to ', 'day', 'x')
    expect((await viewMail(source)).text).toBe('today\nx\n')
  })

  test('shows in html and in text what a mail offers in one of them alone', async () => {
    const html = ['Content-Type: text/html', '', '<p>b</p><p>c</p>']
    const shown = await viewMail(multipart('mixed', ['', '1 < 2'], html))
    expect(shown.text).toBe('1 < 2\n\nb\nc\n')
    expect(shown.html).toBe('<div>1 &lt; 2</div>\n\n<p>b</p><p>c</p>\n')
  })

  test('reads a mail alike whether its lines end with CRLF, LF or CR', async () => {
    for (const { name, bytes } of corpusMails()) {
      const even = Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/\r+\n?|\n/g, '\n')
      // In UTF-16 that is not encoded, another line end is another character.
      if (/utf-16/i.test(even)) continue
      const read = async (lineEnd: string) => {
        const source = Buffer.from(even.replaceAll('\n', lineEnd), 'latin1')
        const { structure, attachments, ...shown } = await viewMail(source)
        const { text, htmlText, ...row } = summarize(source)
        return {
          ...shown,
          row,
          // What is only searched keeps its line ends.
          words: [text, htmlText].map((one) => one.split(/\s+/)),
          parts: structure?.children.length,
          attachments: attachments.map((found) => ({ ...found, size: null })),
        }
      }
      const expected = await read('\r\n')
      expect(await read('\n'), name).toEqual(expected)
      expect(await read('\r'), name).toEqual(expected)
    }
  })

  test('keeps an attached mail whole, and its text out of the mail', async () => {
    const source = ownMail('bounce.eml')
    const { text, attachments } = await viewMail(source)
    expect(text).not.toContain('original text')
    expect(attachments.map((found) => found.filename)).toEqual([
      'attachment-1.txt',
      'message-2.eml',
    ])
    const file = await readAttachment(source, '2')
    const start = source.indexOf('From: sender@rocket.test')
    const end = source.indexOf('\r\n--b/1--')
    expect(file).toEqual({
      filename: 'message-2.eml',
      contentType: 'message/rfc822',
      charset: 'utf-8',
      bytes: new Uint8Array(source.subarray(start, end)),
    })
  })

  test.each([
    ['latin1-without-charset.eml', 'Schöne Grüße, Jörg'],
    ['utf8-labelled-ascii.eml', 'Ça marche – naïve café'],
    ['boundary-not-named.eml', 'All 214 jobs done.'],
    ['japanese.eml', '明日の会議は東京です。'],
  ])('shows the text of %s readable', async (name, text) => {
    expect((await viewMail(ownMail(name))).text?.trim()).toBe(text)
  })

  test.each([
    ['text', 'text/plain'],
    ['html', 'text/html'],
  ] as const)('cuts %s that is too long to show and says so', async (field, type) => {
    const long = 'é'.repeat(limits.shownBodyBytes / 2 + 10)
    const shown = await viewMail(mail(`Content-Type: ${type}; charset=utf-8`, '', long))
    expect(Buffer.byteLength(shown[field] ?? '')).toBe(limits.shownBodyBytes)
    expect(new Set(shown[field])).toEqual(new Set('é'))
    expect(shown.problem).toBe('cut')
  })

  test('cuts fields beyond the two thousandth and says so', async () => {
    const lines = Array.from({ length: 2_100 }, (_, index) => `X-${index}: ${index}`)
    const shown = await viewMail(mail(...lines, '', 'body'))
    expect(shown.headers).toHaveLength(2_000)
    expect(shown).toMatchObject({ problem: 'cut', text: 'body\n' })
  })

  test('stops putting images in when they grow beyond what a page should carry', async () => {
    const image = Buffer.alloc(3 * 1024 * 1024, 7).toString('base64')
    const source = multipart(
      'related',
      ['Content-Type: text/html', '', '<img src="cid:a">'.repeat(5)],
      [
        'Content-Type: image/png',
        'Content-ID: <a>',
        'Content-Transfer-Encoding: base64',
        '',
        image,
      ],
    )
    const { html } = await viewMail(source)
    expect(html?.match(/data:/g)).toHaveLength(3)
    expect(html?.match(/"cid:a"/g)).toHaveLength(2)
  })

  test('never puts in what is no image, or a type that would break out of the attribute', async () => {
    const types = ['text/html', 'image/png" onload="x', 'application/octet-stream']
    const parts = types.map((type, index) => [
      `Content-Type: "${type}"`,
      `Content-ID: <p${index}>`,
      'Content-Disposition: attachment',
      '',
      'x',
    ])
    const html = '<img src="cid:p0"><img src="cid:p1"><img src="cid:p2">'
    const source = multipart('related', ['Content-Type: text/html', '', html], ...parts)
    const shown = '<img src="cid:p0"><img src="data:image/png;base64,eA=="><img src="cid:p2">'
    expect((await viewMail(source)).html?.trim()).toBe(shown)
  })

  test('shows a mail of more structure than is read as far as it was read', async () => {
    const part = '--x\r\nContent-Type: image/png\r\n\r\n\r\n'
    const many = ['--x', '', 'hello', part.repeat(2_100)]
    const shown = await viewMail(mail('Content-Type: multipart/mixed; boundary=x', '', ...many))
    expect(shown).toMatchObject({ problem: 'cut', text: 'hello\n' })
    expect(shown.attachments).toHaveLength(1_999)

    const levels = Array.from({ length: 300 }, (_, level) => `b${level}`)
    const nested = levels.map(
      (name) => `Content-Type: multipart/mixed; boundary=${name}\r\n\r\n--${name}\r\n`,
    )
    expect(await viewMail(mail(nested.join(''), ''))).toMatchObject({ problem: 'cut' })
    const header = `X: ${'a'.repeat(3_000_000)}`
    expect(await viewMail(mail(header))).toMatchObject({ problem: 'cut', text: null })
  })

  test('shows a mail of very many lines', async () => {
    const shown = await viewMail(new Uint8Array(Buffer.from(`\r\n${'a\r\n'.repeat(700_000)}`)))
    expect(shown).toMatchObject({ problem: null, text: 'a\n'.repeat(700_000) })
  })
})

describe('readAttachment', () => {
  const type = 'Content-Type: application/octet-stream'
  const parts = (encoding: string, ...content: string[]) =>
    multipart(
      'mixed',
      ['', 'text'],
      [type, `Content-Transfer-Encoding: ${encoding}`, '', ...content],
    )

  test.each([
    ['7bit', ['a', '', 'b '], 'a\r\n\r\nb '],
    ['quoted-printable', ['a=0Db=', 'c', 'd'], 'a\rbc\r\nd'],
    ['base64', ['YWJj', 'ZGVm'], 'abcdef'],
  ])('returns the exact bytes of %s', async (encoding, content, expected) => {
    const file = await readAttachment(parts(encoding, ...content), '1')
    expect(Buffer.from(file?.bytes ?? []).toString('latin1')).toBe(expected)
  })

  test.each([
    ['text/plain; charset=ISO-8859-1', 'gr\xfc\xdfe', 'iso-8859-1'],
    ['text/plain; charset=koi8', '\xcf\xcb', 'koi8-r'],
    ['text/plain; charset=us-ascii', 'gr\xc3\xbc\xc3\x9fe', 'utf-8'],
    ['text/plain; charset=made-up', 'gr\xfc\xdfe', 'windows-1252'],
    ['text/plain', 'gr\xfc\xdfe', 'windows-1252'],
    ['text/plain', 'gr\xc3\xbc\xc3\x9fe', 'utf-8'],
    ['text/csv; charset=iso-8859-1', 'gr\xfc\xdfe', 'iso-8859-1'],
    ['application/pdf', 'gr\xfc\xdfe', undefined],
  ])('tells in which charset %s of %j is to be read', async (type, content, charset) => {
    const picture = ['Content-Type: image/png', '', 'x']
    const text = [`Content-Type: ${type}`, 'Content-Disposition: attachment', '', content]
    const source = Buffer.from(Buffer.from(multipart('mixed', picture, text)).toString(), 'latin1')
    const file = await readAttachment(new Uint8Array(source), '2')
    expect(file?.charset).toBe(charset)
    expect(Buffer.from(file?.bytes ?? []).toString('latin1')).toBe(content)
  })

  test.each(['0', '2', '', '1x', '01', '-1', '__proto__', '99999999999'])(
    'finds nothing under the key %j',
    async (key) => {
      expect(await readAttachment(parts('7bit', 'a'), key)).toBeNull()
    },
  )

  test('returns every attachment of every mail with the size that the view shows', async () => {
    for (const { bytes } of corpusMails()) {
      const { attachments } = await viewMail(bytes)
      for (const { key, size, filename, content_type } of attachments) {
        const file = await readAttachment(bytes, key)
        expect([file?.bytes.length, file?.filename, file?.contentType]).toEqual([
          size,
          filename,
          content_type,
        ])
        expect(filename).toMatch(/^[^/\\\p{Cc}]+$/u)
      }
    }
  })
})
