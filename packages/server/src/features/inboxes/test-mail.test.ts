import { createInbox, getMail, listInboxes, sendTestMail } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/harness.ts'

test('a test message goes to the first inbox, or to the one that is named', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  const params = { team: String(team.id) }
  const { data: shop } = await api.must(createInbox, {
    params,
    body: { name: 'shop', expires_in: 3_600 },
  })
  for (const [inbox, name] of [
    [undefined, 'main'],
    [shop.id, 'shop'],
  ] as const) {
    const { data } = await api.must(sendTestMail, { params, body: inbox ? { inbox } : {} })
    const mail = await api.must(getMail, { params: { ...params, mail: String(data.mail) } })
    expect(mail.data.inbox).toBe(name)
  }
  expect((await api.call(sendTestMail, { params, body: { inbox: 99 } })).status).toBe(404)
  const { data: inboxes } = await api.must(listInboxes, { params })
  expect(inboxes.map(({ expires_in }) => expires_in)).toEqual([null, 3_600])
})
