import { describe, expect, test } from 'vitest'
import { summarize } from '../summary.ts'
import { readAttachment, viewMail } from '../view/view.ts'

const mail = (...lines: string[]) => new Uint8Array(Buffer.from(lines.join('\r\n')))
const multipart = (type: string, boundary: string, ...parts: string[][]) => [
  `Content-Type: multipart/${type}; boundary=${boundary}`,
  '',
  ...parts.flatMap((part) => [`--${boundary}`, ...part]),
  `--${boundary}--`,
]
const part = (type: string, content: string) => [`Content-Type: ${type}`, '', content]

const plain = part('text/plain', 'one')
const html = part('text/html', '<p>one</p>')
const named = part('text/plain; name=letter.txt', 'two')
const log = part('text/plain; name=log.txt', 'three')
const page = part('text/html; name=page.html', '<p>four</p>')

describe('text with the name of a file', () => {
  test.each([
    ['a file after text', multipart('mixed', 'x', plain, log), ['log.txt'], 'one', null],
    ['a file after html', multipart('mixed', 'x', html, log), ['log.txt'], null, '<p>one</p>'],
    ['a file when it is html', multipart('mixed', 'x', plain, page), ['page.html'], 'one', null],
    ['the mail when it is all there is', named, [], 'two', null],
    ['the mail before other text', multipart('mixed', 'x', named, plain), [], 'two one', null],
    ['the mail once', multipart('mixed', 'x', named, log), ['log.txt'], 'two', null],
    [
      'the mail as each of its alternatives',
      multipart('alternative', 'x', named, page),
      [],
      'two',
      '<p>four</p>',
    ],
    [
      'the mail once within an alternative',
      multipart('alternative', 'x', plain, multipart('mixed', 'y', page, log)),
      ['log.txt'],
      'one',
      '<p>four</p>',
    ],
    [
      'a file after alternatives',
      multipart('mixed', 'x', multipart('alternative', 'y', plain, html), log),
      ['log.txt'],
      'one',
      '<p>one</p>',
    ],
    [
      'no matter where no text has a name',
      multipart('mixed', 'x', plain, plain),
      [],
      'one one',
      null,
    ],
  ])('is %s', async (_, lines, files, text, shownHtml) => {
    const source = mail(...lines)
    const shown = await viewMail(source)
    expect(shown?.attachments.map(({ filename }) => filename)).toEqual(files)
    expect(summarize(source).attachmentCount).toBe(files.length)
    expect(shown?.text?.trim().split(/\s+/).join(' ') ?? null).toBe(text)
    expect(shown?.html?.trim() ?? null).toBe(shownHtml)
  })

  test('is opened byte for byte, inline or not', async () => {
    const source = mail(
      ...multipart('mixed', 'x', plain, [
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        'Content-Disposition: inline; filename=log.txt',
        '',
        'gr=FC=DFe',
        'end',
      ]),
    )
    expect((await viewMail(source))?.attachments).toEqual([
      { key: '1', filename: 'log.txt', content_type: 'text/plain', size: 10, inline: false },
    ])
    expect(summarize(source)).toMatchObject({ attachmentCount: 1, text: 'one' })
    const file = await readAttachment(source, '1')
    expect(file).toMatchObject({ contentType: 'text/plain', charset: 'iso-8859-1' })
    expect(Buffer.from(file?.bytes ?? []).toString('latin1')).toBe('grüße\r\nend')
  })
})
