import { listMails, mailPolicy } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const html = '<style>p{color:red}</style><p>Grüße</p><script>alert(1)</script>'

async function withMail(body = html) {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  await sendMail(running.smtpPort, team, {
    subject: 'Contents',
    text: 'Grüße',
    html: body,
    attachments: [{ filename: 'logo.png', content: png }],
  })
  const params = { team: String(team.id) }
  const [mail] = (await api.must(listMails, { params, query: {} })).data
  const path = (part: string, id = mail?.id) => `/api/teams/${team.id}/mails/${id}/${part}`
  return { running, api, path, id: mail?.id, size: mail?.size, receivedAt: mail?.received_at ?? '' }
}

test('the source, the bodies and the attachments of a mail are answered as bytes', async () => {
  const { api, path, id, size, receivedAt } = await withMail()
  const read = async (part: string) => {
    const answer = await api.send('GET', path(part))
    const { headers, status } = answer
    const header = (name: string) => headers.get(name)
    return { status, header, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const source = await read('source')
  expect(source.header('content-type')).toBe('message/rfc822')
  expect(source.bytes.length).toBe(size)
  expect(source.bytes.toString()).toMatch(/^From: app@rocket\.test\r\n/)

  const page = await read('html')
  expect(page.bytes.toString()).toContain(html)
  expect(page.header('content-type')).toBe('text/html; charset=utf-8')
  expect(page.header('content-disposition')).toMatch(/^inline/)
  expect(page.header('content-security-policy')).toContain(mailPolicy(false))

  const text = await read('text')
  expect([text.header('content-type'), text.bytes.toString().trim()]).toEqual([
    'text/plain; charset=utf-8',
    'Grüße',
  ])

  const file = await read('attachments/1/content')
  expect([file.header('content-type'), file.bytes]).toEqual(['image/png', png])
  expect(file.header('content-disposition')).toBe('attachment; filename=logo.png')

  for (const [part, key] of [
    ['source', 'source'],
    ['html', 'html'],
    ['page', 'page'],
    ['page?images=true', 'page-with-images'],
    ['text', 'text'],
    ['attachments/1/content', '1'],
  ] as const) {
    const { header } = await read(part)
    // The time tells it from a mail that had this id before an older backup was restored.
    expect(header('etag')).toBe(`"${id}-${Date.parse(receivedAt).toString(36)}-${key}"`)
    expect(header('cache-control')).toBe('private, max-age=86400, immutable')
    expect(header('vary')).toBe('Authorization, Cookie')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('accept-ranges')).toBeNull()
  }
  for (const part of ['attachments/2/content', 'attachments/x/content']) {
    const missing = await read(part)
    expect([missing.status, missing.header('etag')]).toEqual([404, null])
    expect(missing.header('cache-control')).not.toContain('immutable')
  }
})

test('who has the bytes gets 304, and who may not read the mail 404', async () => {
  const { running, api, path, id, receivedAt } = await withMail()
  const tagOf = (key: string) => `"${id}-${Date.parse(receivedAt).toString(36)}-${key}"`
  const ask = (client: typeof api, part: string, tag: string) =>
    fetch(running.origin + part, {
      headers: {
        'if-none-match': tag,
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
  const kept = await ask(api, path('source'), tagOf('source'))
  expect([kept.status, await kept.text(), kept.headers.get('etag')]).toEqual([
    304,
    '',
    tagOf('source'),
  ])
  expect((await ask(api, path('source'), tagOf('html'))).status).toBe(200)
  const eve = (await running.signIn('mallory')).api
  expect((await ask(eve, path('source'), tagOf('source'))).status).toBe(404)
  expect((await ask(api, path('source', 424_242), tagOf('source'))).status).toBe(404)
})

test.each([
  ['page', false],
  ['page?images=true', true],
])(
  '%s is a mail in a tab of its own, without scripts and without an origin',
  async (part, images) => {
    const { api, path } = await withMail(
      '<link rel="preconnect" href="https://track.test"><p>Hello</p>',
    )
    const page = await api.send('GET', path(part))
    expect(await page.text()).toMatch(/^<meta rel="preconnect" href="https:..track.test"><p>Hello/)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox(?!.*allow-(?:scripts|same-origin|forms|top-navigation))/)
    expect(policy).toContain(`; ${mailPolicy(images)}; base-uri 'none'; frame-ancestors 'none'`)
  },
)
