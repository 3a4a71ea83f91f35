import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { resendVerification } from '@mailstop/contract'
import {
  fullMail,
  pngBytes,
  send,
  startMailpit,
  startOpenMailpit,
} from '../mailpit/mailpit-server.ts'
import { alikeDatabases } from '../support/product-databases.ts'

const generated = `${createHash('md5').update(pngBytes).digest('hex')}.png`

const least = {
  From: { Email: 'app@rocket.test', Name: 'App' },
  To: [{ Email: 'you@customer.test', Name: 'You' }],
  Subject: 'Later',
  Text: 'Later',
}

describe.each(alikeDatabases)('the API of MailDev on $dialect', ({ open }) => {
  test('lists the oldest mail first, and shows, marks and deletes one', async () => {
    const { call } = await startMailpit(await open())
    const id = await send(call)
    const later = await send(call, least)
    const first = {
      id,
      read: false,
      subject: 'Everything at once',
      from: [{ address: 'sender@rocket.test', name: 'Sender' }],
      to: [{ address: 'ada@customer.test', name: 'Ada' }],
      cc: [{ address: 'copy@customer.test', name: 'Copy' }],
      calculatedBcc: [{ address: 'blind@customer.test', name: '' }],
      html: fullMail.HTML,
      text: fullMail.Text,
      headers: { subject: 'Everything at once', 'x-run': '42' },
      attachments: [
        { contentId: 'logo', contentDisposition: 'inline' },
        { filename: 'photo.png', generatedFileName: generated },
      ],
      envelope: { from: { address: 'sender@rocket.test', args: false } },
      sizeHuman: expect.stringMatching(/^[\d.]+ KB$/),
      time: expect.stringMatching(/Z$/),
    }
    for (const prefix of ['', '/api', '/maildev', '/maildev/api']) {
      const { json } = await call('GET', `${prefix}/email`)
      expect(json).toMatchObject([first, { id: later, subject: 'Later', attachments: [] }])
    }
    expect((await call('GET', `/email/${id}`)).json).toMatchObject({ ...first, read: true })
    expect((await call('GET', '/email')).json).toMatchObject([{ read: true }, { read: false }])
    expect((await call('GET', `/email/${id}/html`)).text).toContain('<b>html</b>')
    expect((await call('GET', `/email/${later}/html`)).status).toBe(404)
    const source = await call('GET', `/email/${id}/source`)
    expect(source.text).toBe((await call('GET', `/api/v1/message/${id}/raw`)).text)
    expect((await call('GET', `/email/${id}/download`)).headers).toMatchObject({
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename=${id}.eml`,
    })
    for (const name of [generated, 'photo.png']) {
      const { status, headers } = await call('GET', `/email/${id}/attachment/${name}`)
      expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    }
    expect((await call('GET', `/email/${id}/attachment/constructor`)).status).toBe(404)
    expect((await call('PATCH', '/email/read-all')).json).toBe(1)
    expect((await call('DELETE', `/email/${id}`)).json).toBe(true)
    const missing = await call('DELETE', `/email/${id}`)
    expect([missing.status, missing.json]).toEqual([404, { error: expect.any(String) }])
    expect((await call('DELETE', `/email/${later}`)).json).toBe(true)
    await send(call)
    expect((await call('DELETE', '/email/all')).json).toBe(true)
    expect((await call('GET', '/email')).json).toEqual([])
  })

  test('lists what its filters keep, by whole values, and pages of it', async () => {
    const { call } = await startMailpit(await open())
    const id = await send(call)
    for (const Subject of ['One', 'One more', 'Two']) await send(call, { ...least, Subject })
    const subjects = async (query: string) =>
      ((await call('GET', `/email?${query}`)).json as { subject: string }[]).map(
        ({ subject }) => subject,
      )
    await call('GET', `/email/${id}`)
    expect(await subjects('subject=One')).toEqual(['One'])
    expect(await subjects('from.address=app@rocket.test&skip=1')).toEqual(['One more', 'Two'])
    expect(await subjects('to.address=ada@customer.test')).toEqual(['Everything at once'])
    expect(await subjects('headers.x-run=42&read=true')).toEqual(['Everything at once'])
    expect(await subjects('attachments.filename=photo.png')).toEqual(['Everything at once'])
    expect(await subjects('read=false&limit=2')).toEqual(['One', 'One more'])
    expect(await subjects('sort=desc&limit=2')).toEqual(['Two', 'One more'])
    expect(await subjects('skip=3')).toEqual(['Two'])
    for (const query of ['subject=on', 'constructor.name=Object', 'subject.length=3', 'x=1']) {
      expect([query, await subjects(query)]).toEqual([query, []])
    }
    expect((await call('GET', `/email?${'a=1&'.repeat(21)}`)).status).toBe(400)
  })
})

test('a list that would be large has the newest mails alone', async () => {
  const { call } = await startMailpit()
  const ids: string[] = []
  for (const letter of ['a', 'b', 'c']) {
    ids.push(await send(call, { ...least, Text: letter.repeat(3_500_000) }))
  }
  const { json } = await call('GET', '/email')
  expect((json as { id: string }[]).map(({ id }) => id)).toEqual(ids.slice(1))
})

test('mail is relayed to the address that is named, and to no other', async () => {
  const { call } = await startOpenMailpit({
    MAIL_URL: 'smtp://127.0.0.1:1',
    OPEN_FORWARD_TO: '*@team.test',
  })
  const id = await send(call)
  const relay = async (to: string) => {
    const { status, json } = await call('POST', `/email/${id}/relay${to}`)
    return [status, json]
  }
  expect(await relay('/me@team.test')).toEqual([200, true])
  const error = expect.any(String)
  for (const to of ['', '/nobody', '/you@customer.test']) {
    expect([to, await relay(to)]).toEqual([to, [400, { error }]])
  }
  const { json } = await call('GET', '/config')
  expect(json).toEqual({
    version: expect.stringMatching(/^3\./),
    smtpPort: expect.any(Number),
    isOutgoingEnabled: true,
    outgoingHost: null,
  })
})

test('its paths at the root leave those of the web app and of the native API as they are', async () => {
  const { call, api } = await startMailpit()
  expect(resendVerification.path).toBe('/email/verification-notification')
  expect((await api.call(resendVerification, {})).status).toBe(200)
  // A GET of it asks MailDev's API for a mail of that name.
  expect((await call('GET', '/email/verification-notification')).status).toBe(404)
  const page = { accept: 'text/html', authorization: undefined }
  expect((await call('GET', '/email/1', undefined, page)).status).toBe(401)
  for (const prefix of ['', '/api', '/maildev', '/maildev/api']) {
    const answer = await call('GET', `${prefix}/healthz`, undefined, { authorization: undefined })
    expect([answer.status, answer.json]).toEqual([200, true])
  }
  const twice = await call('GET', '//email')
  expect([twice.status, twice.headers['location']]).toEqual([301, '/email'])
})
