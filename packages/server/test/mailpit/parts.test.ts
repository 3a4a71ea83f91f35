import { expect, test } from 'vitest'
import {
  basic,
  fullMail,
  pngBytes,
  send,
  shapeOf,
  startMailpit,
  startOpenMailpit,
} from './mailpit-server.ts'
import { sendMail } from '../clients/send-mail.ts'

async function start() {
  const server = await startMailpit()
  const id = await send(server.call)
  const fetched = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.origin + path, {
      headers: { authorization: basic('suite', server.token), ...headers },
      redirect: 'manual',
    })
  return { ...server, id, fetched, message: `/api/v1/message/${id}` }
}

test('the headers are those of the mail and of its envelope, under the names that Go writes', async () => {
  const { call, message } = await start()
  const { json } = await call('GET', `${message}/headers`)
  const headers = json as Record<string, string[]>
  expect(Object.keys(headers)).toEqual([
    'Bcc',
    'Cc',
    'Content-Type',
    'Date',
    'From',
    'List-Unsubscribe',
    'Message-Id',
    'Mime-Version',
    'Reply-To',
    'Return-Path',
    'Subject',
    'To',
    'X-Run',
    'X-Tags',
  ])
  expect(headers).toMatchObject({
    Bcc: ['blind@customer.test'],
    'Return-Path': ['<sender@rocket.test>'],
    'X-Run': ['42'],
    'X-Tags': ['Run 42, ci'],
  })
})

test('a field that is folded or repeated is read whole, and not decoded', async () => {
  const { call, smtpPort, team } = await start()
  const raw =
    'From: a@rocket.test\r\nTo: you@customer.test\r\nSubject: =?utf-8?q?caf=C3=A9?=\r\n' +
    'x-long: one\r\n\ttwo\r\n   three\r\nX-Long: four\r\n\r\nHi\r\n'
  await sendMail(smtpPort, team, { raw })
  const { json } = await call('GET', '/api/v1/message/latest/headers')
  expect(json).toMatchObject({
    Subject: ['=?utf-8?q?caf=C3=A9?='],
    'X-Long': ['one two three', 'four'],
    'Return-Path': ['<app@rocket.test>'],
  })
  expect(json).not.toHaveProperty('Bcc')
})

test('the source is byte for byte what was sent', async () => {
  const { fetched, message, api, team, id } = await start()
  const answer = await fetched(`${message}/raw`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^inline/)
  const native = await fetch(new URL(`/api/teams/${team.id}/mails/${id}/source`, answer.url), {
    headers: { cookie: [...api.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  expect(await answer.text()).toBe(await native.text())
  const download = await fetched(`${message}/raw?dl=1`)
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="?\d+\.eml"?$/)
})

test('a part has its exact type and bytes, and no page may run it', async () => {
  const { call, fetched, message } = await start()
  const { json } = await call('GET', message)
  const { Attachments, Inline } = json as Record<string, { PartID: string }[]>
  for (const { PartID } of [...(Attachments ?? []), ...(Inline ?? [])]) {
    const answer = await fetched(`${message}/part/${PartID}`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pngBytes)
    const asScript = await fetched(`${message}/part/${PartID}`, { 'sec-fetch-dest': 'script' })
    expect(asScript.status).toBe(403)
    const thumb = await fetched(`${message}/part/${PartID}/thumb`)
    expect(thumb.headers.get('content-type')).toBe('image/jpeg')
    expect(
      Buffer.from(await thumb.arrayBuffer())
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff')
  }
  const noThumb = await fetched(`${message}/part/9/thumb`)
  expect([noThumb.status, await noThumb.text()]).toEqual([400, 'attachment not found'])
  for (const path of ['/part/9', '/part/x', '/nothing', '/sa-check']) {
    const answer = await fetched(message + path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, '404 page not found'])
  }
})

test.each(['text/html; charset=utf-8', 'IMAGE/SVG+XML', 'application/xhtml+xml', 'text/xml'])(
  'a part of %s is a file to be saved, as a browser would run it',
  async (ContentType) => {
    const { call } = await startMailpit()
    const { Attachments, ...mail } = fullMail
    const id = await send(call, { ...mail, Attachments: [{ ...Attachments[0], ContentType }] })
    const { headers } = await call('GET', `/api/v1/message/${id}/part/2`)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=photo.png',
    })
  },
)

test('a mail is shown by its html in a sandbox, with its images in it and links that open outside', async () => {
  const { call, fetched, id } = await start()
  const page = await fetched(`/view/${id}.html`)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/^sandbox(?!.*allow-(?:scripts|same-origin|forms))/)
  // Nothing of the mail is fetched: the sender would learn that it was opened, and where.
  expect(policy).toContain("; default-src 'none'; style-src 'unsafe-inline'; img-src data:;")
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  const html = await page.text()
  expect(html).toBe(
    fullMail.HTML.replace('cid:logo', `data:image/png;base64,${pngBytes.toString('base64')}`),
  )
  const embedded = await (await fetched('/mailpit/view/latest.html?embed=1')).text()
  expect(embedded).toContain(
    '<a target="_blank" rel="noreferrer noopener" href="https://rocket.test/',
  )
  expect(await (await fetched(`/view/${id}.txt`)).text()).toBe(fullMail.Text)
  await send(call, { ...fullMail, HTML: '', Attachments: [] })
  const none = await fetched('/view/latest.html')
  expect([none.status, await none.text()]).toEqual([
    404,
    'This message does not contain a HTML part',
  ])
  for (const name of ['999999.html', '999999.txt', 'x.html', 'latest.txt?query=banana']) {
    const missing = await fetched(`/view/${name}`)
    expect([missing.status, await missing.text()]).toEqual([404, 'Message not found'])
  }
})

test('the page of a mail is that of the web app', async () => {
  const { fetched, id, team } = await start()
  const page = `/inbox/${id}?team=${team.id}`
  const where = async (path: string) => {
    const { status, headers } = await fetched(path)
    return [status, headers.get('location')]
  }
  expect(await where('/view/latest')).toEqual([302, page])
  expect(await where(`/mailpit/view/${id}`)).toEqual([302, page])
  expect(await where('/view/latest?query=banana')).toEqual([302, '/'])
})

test('links are listed and not requested', async () => {
  const { call, message } = await start()
  const link = { StatusCode: 0, Status: 'not checked' }
  for (const query of ['', '?follow=true']) {
    expect((await call('GET', `${message}/link-check${query}`)).json).toEqual({
      Errors: 0,
      Links: [{ URL: 'https://rocket.test/a?b=1&c=2', ...link }],
    })
  }
})

/** What Mailpit 1.33 answers, by its types in Go; `structs.go` of `internal/htmlcheck`. */
type HtmlCheck = {
  Warnings: { Slug: string; Score: Record<string, number> }[]
  Platforms: Record<string, string[]>
  Total: Record<string, number>
}

const text = 'string'
const number = 'number'

const htmlCheckShape = {
  Warnings: [
    {
      Slug: text,
      Title: text,
      Description: text,
      URL: text,
      Category: text,
      Tags: [],
      Keywords: text,
      Results: [],
      NotesByNumber: {},
      Score: { Found: number, Supported: number, Partial: number, Unsupported: number },
    },
  ],
  Platforms: expect.objectContaining({ 'desktop-webmail': [text], ios: [text] }) as unknown,
  Total: { Tests: number, Nodes: number, Supported: number, Partial: number, Unsupported: number },
}

test('the html check says which features the html uses and how far clients support them, as Mailpit does', async () => {
  const { call, smtpPort, team } = await start()
  const bad = { html: '<script>a()</script><p style="display: grid">a</p><p>b</p>' }
  await sendMail(smtpPort, team, { subject: 'Bad', ...bad })
  const { status, json } = await call('GET', '/api/v1/message/latest/html-check')
  const { Warnings, Platforms, Total } = json as HtmlCheck
  expect(status).toBe(200)
  expect(shapeOf(json)).toEqual(htmlCheckShape)
  expect(Platforms['outlook-com']).toEqual(['Outlook'])
  expect(Warnings[0]).toMatchObject({ Slug: 'html-script', Score: { Found: 1, Unsupported: 100 } })
  const grid = Warnings.find(({ Slug }) => Slug === 'css-display-grid')
  expect(grid).toMatchObject({
    Title: 'display:grid',
    URL: 'https://www.caniemail.com/features/css-display-grid/',
    Category: 'css',
    Results: expect.arrayContaining([
      {
        Name: 'Outlook Windows (2019)',
        Platform: 'windows',
        Family: 'outlook',
        Version: '2019',
        Support: 'no',
        NoteNumber: '',
      },
    ]),
  })
  const { Supported = 0, Partial = 0, Unsupported = 0 } = grid?.Score ?? {}
  expect(Supported + Partial + Unsupported).toBeCloseTo(100)
  expect(Total).toMatchObject({ Nodes: 3, Supported: expect.any(Number) })
  expect(Total.Supported).toBeLessThan(100)

  await sendMail(smtpPort, team, { subject: 'Plain', text: 'x' })
  const plain = await call('GET', '/api/v1/message/latest/html-check')
  expect([plain.status, plain.text]).toEqual([400, 'message does not contain HTML'])
  await sendMail(smtpPort, team, { subject: 'Large', html: '<p>a'.repeat(20_001) })
  const large = await call('GET', '/api/v1/message/latest/html-check')
  expect([large.status, large.text]).toEqual([400, 'message is too complex to be checked'])
})

test('chaos fails mail by chance until its probabilities are 0', async () => {
  const { call, smtpPort, team } = await start()
  const none = { ErrorCode: 451, Probability: 0 }
  const usual = {
    Authentication: { ErrorCode: 535, Probability: 0 },
    Recipient: none,
    Sender: none,
  }
  expect((await call('GET', '/api/v1/chaos')).json).toEqual(usual)
  const given = { Sender: { ErrorCode: 450, Probability: 100 } }
  const set = { ...usual, ...given }
  expect((await call('PUT', '/api/v1/chaos', given)).json).toEqual(set)
  expect((await call('GET', '/api/v1/chaos')).json).toEqual(set)
  await expect(sendMail(smtpPort, team, { subject: 'x' })).rejects.toThrow('450 Chaos')
  expect((await call('PUT', '/api/v1/chaos', {})).json).toEqual(usual)
  await sendMail(smtpPort, team, { subject: 'x' })
  const wrong = await call('PUT', '/api/v1/chaos', { Sender: { ErrorCode: 200 } })
  expect(wrong.status).toBe(400)
})

test('open mode fails by chance from the start on where its operator says so', async () => {
  const { call, smtpPort, team } = await startOpenMailpit({ SMTP_CHAOS: 'Recipient:450:100' })
  expect((await call('GET', '/api/v1/chaos')).json).toMatchObject({
    Recipient: { ErrorCode: 450, Probability: 100 },
    Sender: { Probability: 0 },
  })
  await expect(sendMail(smtpPort, team, { subject: 'x' })).rejects.toThrow('450 Chaos')
})
