import { describe, expect, test } from 'vitest'
import { fullMail, pngBytes, send, startMailpit } from '../mailpit/mailpit-server.ts'
import { alikeDatabases } from '../support/product-databases.ts'

describe.each(alikeDatabases)('the API of MailCatcher on $dialect', ({ open }) => {
  test('lists the oldest mail first, and shows and deletes one', async () => {
    const { call } = await startMailpit(await open())
    const id = await send(call)
    const later = await send(call, { ...fullMail, Subject: 'Later' })
    const { json: list } = await call('GET', '/messages')
    const first = {
      id: Number(id),
      sender: '<sender@rocket.test>',
      recipients: expect.arrayContaining(['<ada@customer.test>', '<blind@customer.test>']),
      subject: 'Everything at once',
      size: expect.stringMatching(/^\d+$/),
      created_at: expect.stringMatching(/\+00:00$/),
    }
    expect(list).toEqual([first, { ...first, id: Number(later), subject: 'Later' }])
    expect((await call('GET', `/messages/${id}.json`)).json).toMatchObject({
      ...first,
      formats: ['source', 'html', 'plain'],
      attachments: [{ type: 'image/png', filename: 'photo.png', size: pngBytes.length }],
    })
    expect((await call('GET', `/messages/${id}.plain`)).text).toBe(fullMail.Text)
    expect((await call('GET', `/messages/${id}.html`)).text).toContain('<b>html</b>')
    const source = await call('GET', `/messages/${id}.source`)
    expect(source.text).toBe((await call('GET', `/api/v1/message/${id}/raw`)).text)
    expect((await call('GET', `/messages/${id}.eml`)).headers['content-type']).toContain('rfc822')
    for (const path of ['.pdf', '', '.constructor']) {
      expect((await call('GET', `/messages/${id}${path}`)).status).toBe(404)
    }
    expect((await call('DELETE', `/messages/${id}`)).status).toBe(204)
    expect((await call('GET', `/mailcatcher/messages/${id}.json`)).status).toBe(404)
    expect((await call('DELETE', '/messages')).status).toBe(204)
    expect((await call('GET', '/messages')).json).toEqual([])
  })
})
