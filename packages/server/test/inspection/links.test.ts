import { expect, test } from 'vitest'
import { checkedSection, type TestMail } from './mail-of.ts'

async function linksOf(mail: TestMail) {
  const { facts, findings } = await checkedSection('links', mail)
  return { ...facts, findings }
}

test('links are listed with where they stand, those that are alike once', async () => {
  const html = [
    '<p>Hello</p>',
    '<a href="https://a.example/1?utm_source=mail&amp;id=1&amp;fbclid=2">One</a>',
    '<a href="mailto:ada@a.example">Write</a> <a href="tel:+15551234567">Call</a>',
    '<a href="#top">Up</a> <a href="app://x">App</a>',
    '<a href="https://a.example/1?utm_source=mail&amp;id=1&amp;fbclid=2">One</a>',
    '<a href="https://count.example/?to=https%3A%2F%2Fb.example"><img src="a" alt="Two"></a>',
  ].join('\n')
  const { links, more } = await linksOf({ html, text: 'One\nhttps://a.example/1?id=1' })
  expect(more).toBe(0)
  const one = {
    kind: 'http',
    text: 'One',
    host: 'a.example',
    lines: [2, 5],
    count: 2,
    part: 'html',
    tracking: ['utm_source', 'fbclid'],
    leads_to: null,
    one_time: null,
  }
  expect(links).toMatchObject([
    one,
    { kind: 'mailto', text: 'Write', host: null, lines: [3], count: 1 },
    { kind: 'tel', text: 'Call' },
    { kind: 'anchor', href: '#top', lines: [4] },
    { kind: 'other', scheme: 'app' },
    { kind: 'http', text: '', image_alt: 'Two', leads_to: 'b.example', lines: [6] },
    { kind: 'http', href: 'https://a.example/1?id=1', part: 'text', lines: [2] },
  ])
})

test('a finding says which link it is about, and where that begins', async () => {
  const html = '<p>\n<b>Hi</b> <a\n href="">Pay</a> <a href="">Pay</a> <a href="">Ask</a>\n'
  const { findings } = await linksOf({ html })
  const where = {
    part: 'html',
    line: 2,
    column: 11,
    excerpt: expect.stringMatching(/^<a href="">Pay/),
  }
  expect(findings).toMatchObject([
    { rule: 'links.empty', message: 'A link leads nowhere: Pay', where },
    { rule: 'links.empty', message: 'A link leads nowhere: Ask', where: { line: 3 } },
  ])
})

test.each([
  ['http://a.org/', 'x', 'A link leads to a page without encryption: http://a.org/'],
  [
    'https://evil.example/a',
    'https://bank.example',
    'The text of a link is the address of another site than the one it leads to: bank.example, and it leads to evil.example',
  ],
])('of the link to %s with the text %j, it says: %s', async (href, text, message) => {
  const { findings } = await linksOf({ html: `<a href="${href}">${text}</a>` })
  expect(findings.map((one) => one.message)).toEqual([message])
})

test.each<[href: string, text: string, reason: string | null]>([
  ['https://a.example/unsubscribe?u=1', 'Here', 'unsubscribe'],
  ['https://a.example/u/1', 'Unsubscribe', 'unsubscribe'],
  ['https://a.example/u/1', 'Newsletter abmelden', 'unsubscribe'],
  ['https://a.example/u/1', 'Se désabonner', 'unsubscribe'],
  ['https://a.example/off', 'Listed', 'unsubscribe'],
  ['https://a.example/password/new', 'Go', 'reset'],
  ['https://a.example/a', 'Choose a new password', 'reset'],
  ['https://a.example/email/verification', 'Go', 'verify'],
  ['https://a.example/a', 'Подтвердить', 'verify'],
  ['https://a.example/invitations/1', 'Go', 'confirm'],
  ['https://a.example/a', 'Sign in', 'confirm'],
  ['https://a.example/a', 'E-Mail bestätigen', 'confirm'],
  ['https://a.example/t/5f2c0b7a9d3e4f1a8b6c', 'Go', 'token'],
  ['https://a.example/?t=eyJhbGciOiJIUzI1NiJ9.e30.abc', 'Go', 'token'],
  ['https://a.example/123e4567-e89b-12d3-a456-426614174000', 'Go', 'token'],
  ['https://a.example/#a=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln1', 'Go', 'token'],
  ['https://a.example/opt-out?u=1', 'Go', 'unsubscribe'],
  ['https://a.example/a', 'Passwort zurücksetzen', 'reset'],
  ['https://a.example/orders/1234', 'Your order', null],
  ['https://a.example/2026/11/24/how-we-built-the-new-harbour', 'Read', null],
  ['https://a.example/12345678901234567890', 'Your order', null],
  ['https://a.example/', 'a.example', null],
])('asking for %s, which says %j, may use it up: %s', async (href, text, reason) => {
  const headers = ['List-Unsubscribe: <https://a.example/off>']
  const { links } = await linksOf({ html: `<a href="${href}">${text}</a>`, headers })
  expect(links).toMatchObject([{ one_time: reason }])
})

test('at most 500 links are listed, and what they take is bounded', async () => {
  const html = Array.from({ length: 700 }, (_, at) => `<a href="https://a.example/${at}">x</a>`)
  expect(await linksOf({ html: html.join('') })).toMatchObject({ more: 200 })
  const long = html.map((link) => link.replace('a.example/', `a.example/${'a'.repeat(2_000)}`))
  const { links, more, findings } = await linksOf({ html: long.join('') })
  expect(JSON.stringify(links).length).toBeLessThan(200 * 1024)
  expect(links.length + more).toBe(700)
  expect(JSON.stringify(findings).length).toBeLessThan(100 * 1_000)
})
