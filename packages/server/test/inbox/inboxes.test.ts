import {
  countMails,
  createInbox,
  deleteInbox,
  deleteMails,
  getCounters,
  getLatestMail,
  listInboxes,
  listMails,
  restoreMails,
  rotateInbox,
  updateInbox,
  updateMails,
  waitForMail,
} from '@mailstop/contract'
import { expect, test } from 'vitest'
import { sendMail } from '../clients/send-mail.ts'
import { startApp } from '../support/harness.ts'

type Login = { smtp_username: string; smtp_password: string }
const loginOf = ({ username, password }: { username: string; password: string }): Login => ({
  smtp_username: username,
  smtp_password: password,
})

async function setUp() {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  const params = { team: String(team.id) }
  const make = async (name: string) => {
    const { data } = await api.must(createInbox, { params, body: { name } })
    return {
      ...data,
      login: loginOf(data.credentials),
      params: { ...params, inbox: String(data.id) },
    }
  }
  const send = (login: Login, subject: string) => sendMail(running.smtpPort, login, { subject })
  const subjects = async (query: Record<string, string>) =>
    (await api.must(listMails, { params, query })).data.map(({ subject }) => subject).toSorted()
  return { ...running, api, team, params, make, send, subjects }
}

test('an inbox has the mail of its credentials, a count, a search, and a place beside the others', async () => {
  const { api, team, params, make, send, subjects } = await setUp()
  const before = (await api.must(getCounters, { params })).data
  expect(before.inboxes).toEqual([])
  const [staging, shop] = [await make('Staging'), await make('shop')]
  await send(team, 'first')
  await Promise.all(['a', 'b'].map((subject) => send(staging.login, subject)))
  await send(shop.login, 'c')

  expect(await subjects({ inbox: 'staging' })).toEqual(['a', 'b'])
  expect(await subjects({ q: 'in:STAGING -a' })).toEqual(['b'])
  expect(await subjects({ q: 'in:staging OR in:shop' })).toEqual(['a', 'b', 'c'])
  expect(await subjects({ inbox: 'main' })).toEqual(['first'])
  expect(await subjects({ q: 'in:nowhere' })).toEqual([])
  const { data } = await api.must(listMails, { params })
  expect(Object.fromEntries(data.map(({ subject, inbox }) => [subject, inbox]))).toEqual({
    a: 'Staging',
    b: 'Staging',
    c: 'shop',
    first: 'main',
  })

  const counts = async () =>
    (await api.must(getCounters, { params })).data.inboxes.map(({ name, unread, total }) => [
      name,
      unread,
      total,
    ])
  const all = [
    ['main', 1, 1],
    ['Staging', 2, 2],
    ['shop', 1, 1],
  ]
  expect(await counts()).toEqual(all)
  await api.must(updateMails, { params, query: { inbox: 'staging' }, body: { read: true } })
  expect((await counts())[1]).toEqual(['Staging', 0, 2])
  await api.must(updateInbox, { params: shop.params, body: { position: 2, name: 'Web shop' } })
  expect((await counts()).map(([name]) => name)).toEqual(['main', 'Web shop', 'Staging'])
  await api.must(updateInbox, { params: shop.params, body: { position: 3 } })
  expect((await counts()).map(([name]) => name)).toEqual(['main', 'Staging', 'Web shop'])
}, 60_000)

test('ending an inbox ends its login and takes its mail into the trash, from which it comes back', async () => {
  const { api, params, make, send, subjects } = await setUp()
  const shop = await make('shop')
  await send(shop.login, 'kept for now')
  const { deletion, count } = await api.must(deleteInbox, { params: shop.params })
  expect(count).toBe(1)
  await expect(send(shop.login, 'late')).rejects.toThrow(/535/)
  expect(await subjects({})).toEqual([])
  expect((await api.must(getCounters, { params })).data.inboxes).toEqual([])
  await api.must(restoreMails, { params, body: { deletion } })
  const [mail] = (await api.must(listMails, { params })).data
  expect(mail).toMatchObject({ subject: 'kept for now', inbox: 'shop' })
  const again = await make('shop')
  expect(again.id).not.toBe(shop.id)
  expect(await subjects({ inbox: 'shop' })).toEqual([])
  const first = { params: { ...params, inbox: '1' } }
  expect((await api.call(deleteInbox, first)).status).toBe(409)
}, 60_000)

test('a new password ends the old one at once, or after the grace that was asked for', async () => {
  const { api, params, make, send } = await setUp()
  const shop = await make('shop')
  const { data: kept } = await api.must(rotateInbox, {
    params: shop.params,
    body: { grace_hours: 1 },
  })
  await send(shop.login, 'old password, in its grace')
  await send(loginOf(kept), 'new password')
  const { data: fresh } = await api.must(rotateInbox, { params: shop.params, body: {} })
  await expect(send(shop.login, 'older')).rejects.toThrow(/535/)
  await expect(send(loginOf(kept), 'old')).rejects.toThrow(/535/)
  await send(loginOf(fresh), 'fresh')
  const { data } = await api.must(listInboxes, { params })
  expect(data.find(({ id }) => id === shop.id)).toMatchObject({ total: 3, previous_until: null })
}, 60_000)

test('the name of an inbox that there is not is refused, rather than found without mail', async () => {
  const { api, params, make } = await setUp()
  await make('shop')
  const asked = { params, query: { inbox: 'shpo' } }
  const answers = [
    await api.call(listMails, asked),
    await api.call(countMails, asked),
    await api.call(getLatestMail, asked),
    await api.call(updateMails, { ...asked, body: { read: true } }),
    await api.call(deleteMails, asked),
    await api.call(waitForMail, { params, query: { inbox: 'shpo', timeout: '10' } }),
  ]
  const error = { errors: { inbox: ['This team has no inbox of that name'] } }
  for (const answer of answers) expect(answer).toMatchObject({ status: 422, error })
}, 60_000)

test('a wait for an inbox hears its mail alone', async () => {
  const { api, team, params, make, send } = await setUp()
  const shop = await make('shop')
  const waiting = api.must(waitForMail, { params, query: { inbox: 'Shop', timeout: '20000' } })
  await send(team, 'another inbox')
  await send(shop.login, 'awaited')
  expect((await waiting).data).toMatchObject({ subject: 'awaited' })
}, 60_000)
