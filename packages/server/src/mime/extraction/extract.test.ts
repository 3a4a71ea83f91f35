import { describe, expect, test } from 'vitest'
import { jsonBytes } from '../../lib/json/json-size.ts'
import { openMail } from '../view/view.ts'
import { extract } from './extract.ts'

const mib = 1024 * 1024
const nothing = {
  subject: '',
  html: null,
  text: null,
  attachments: new Map<string, string>(),
  unsubscribe: { header: [], post: [] },
}

const mailOf = (lines: string[]) => Buffer.from(lines.join('\r\n'))

const alternatives = mailOf([
  'Subject: A test',
  'List-Unsubscribe: <https://a.test/off>,',
  ' <mailto:off@a.test>',
  'Content-Type: multipart/related; boundary=r',
  '',
  '--r',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'A link: harbour <https://a.test/>',
  'A picture: [the quay] <https://a.test/>',
  'The verification code is 654321',
  'Your special ID is 5H0Y2',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<img src="https://a.test/icon.ico"><p>A link: <a href="https://a.test/">harbour</a></p>',
  '<p><a href="https://a.test/">\r\n<img src="cid:quay@a.test" alt="The quay"></a></p>',
  '<p>The verification code is 123456</p><p>Your special ID is G3H1Y2</p>',
  '<p>A broken link: <a href="http://broken/">broken</a></p>',
  '--b--',
  '--r',
  'Content-Type: image/png; name=quay.png',
  'Content-ID: <quay@a.test>',
  '',
  'x',
  '--r--',
  '',
])

describe('of a mail', () => {
  test('codes, links and images are read from the html and from the text', async () => {
    const { extracted } = await openMail(alternatives)
    const values = (part: string) =>
      extracted.codes.filter((code) => code.part === part).map(({ value }) => value)
    expect(values('html')).toEqual(['123456', 'G3H1Y2'])
    expect(values('text')).toEqual(['654321', '5H0Y2'])
    expect(extracted.code).toBeNull()
    const links = extracted.links.map(({ part, href, text }) => [part, href, text])
    expect(links).toEqual([
      ['html', 'https://a.test/', 'harbour'],
      ['html', 'https://a.test/', null],
      ['html', 'http://broken/', 'broken'],
      ['text', 'https://a.test/', 'https://a.test/'],
      ['text', 'https://a.test/', 'https://a.test/'],
    ])
    expect(extracted.images).toEqual([
      { src: 'https://a.test/icon.ico', alt: null, attachment: null, tracker: false },
      { src: 'cid:quay@a.test', alt: 'The quay', attachment: '1', tracker: false },
    ])
    expect(extracted.unsubscribe?.links).toEqual(['https://a.test/off', 'mailto:off@a.test'])
    expect(extracted.cut).toEqual([])
  })

  test('in Bulgarian the code is read', async () => {
    const { extracted } = await openMail(
      mailOf([
        'Subject: =?utf-8?B?0JLQsNGI0LjRj9GCINC60L7QtA==?=',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Здравей, Мария! Кодът ти за потвърждение е 482913, валиден 10 минути.',
      ]),
    )
    expect(extracted.code).toBe('482913')
  })

  test('without any text nothing is found', async () => {
    const { extracted } = await openMail(mailOf(['Subject: x', '', '']))
    expect(extracted).toEqual({
      code: null,
      codes: [],
      links: [],
      images: [],
      unsubscribe: null,
      cut: [],
    })
  })
})

describe('what is extracted is bounded', () => {
  const href = `https://a.test/${'"'.repeat(200)}`
  const html = `<a href='${href}'>${'"'.repeat(200)}</a><img src='${href}'>`.repeat(2_000)
  const header = [`<https://a.test/${'"'.repeat(400)}>,`.repeat(200)]

  test('in bytes of JSON, and says what is cut', () => {
    const found = extract({
      ...nothing,
      html,
      text: `${href} `.repeat(9_000),
      unsubscribe: { header, post: [] },
    })
    expect(found.links.length).toBeGreaterThan(100)
    expect(found.images.length).toBeGreaterThan(100)
    expect(jsonBytes(found)).toBeLessThan(400 * 1024)
    expect(found.cut).toEqual(['html', 'text', 'links', 'images', 'unsubscribe'])
  })

  test('in the length of an address: one that is too long is left out, and the others are there', () => {
    const long = 'https://a.test/'.padEnd(20_000, 'x')
    const found = extract({
      ...nothing,
      html: `<a href="${long}">x</a><img src="${long}"><a href="/1">x</a>`,
      text: `${long} https://a.test/2`,
    })
    expect(found.links.map((link) => link.href)).toEqual(['/1', 'https://a.test/2'])
    expect(found.cut).toEqual(['codes', 'links', 'images'])
  })

  test('in what is read of a body', () => {
    const text = `${'word '.repeat(mib / 5 + 1)}https://a.test/`
    expect(extract({ ...nothing, text })).toMatchObject({ links: [], cut: ['text'] })
  })
})
