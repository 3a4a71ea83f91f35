import { createToken } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { secondsOf } from '../src/named-inboxes.ts'
import { createMailstop, MailstopError, type NamedInbox } from '../src/index.ts'
import { startTeam } from './team-on.ts'

async function setUp() {
  const team = await startTeam({}, ['mail:read', 'mail:delete', 'smtp:read', 'inbox:manage'])
  const sendTo = ({ credentials }: NamedInbox, mail: Parameters<typeof sendMail>[2]) => {
    const { username, password } = credentials
    const login = { smtp_username: username, smtp_password: password }
    return sendMail(team.running.smtpPort, login, mail)
  }
  return { ...team, sendTo }
}

test('an inbox of a name has its own credentials and mail, until it is ended', async () => {
  const { mailstop, send, sendTo } = await setUp()
  const preview = await mailstop.inbox('preview-318', { expiresIn: '3 days' })
  const mine = await preview.inbox()
  await send({ to: mine.address, subject: 'To the team', text: 'Your code is 111111' })
  await sendTo(preview, {
    to: mine.address,
    subject: 'To the preview',
    text: 'Your code is 222222',
  })
  expect(await mine.code()).toBe('222222')
  expect((await preview.latest())?.subject).toBe('To the preview')
  expect((await preview.list({ subject: 'team' })).mails).toEqual([])
  expect(await preview.wait({ to: mine.address })).toMatchObject({ inbox: 'preview-318' })
  await expect(preview.delete({ subject: '' })).rejects.toMatchObject({ status: 422 })
  expect(await preview.delete({ all: true })).toBe(1)
  expect((await mailstop.list()).mails).toMatchObject([{ subject: 'To the team' }])

  const all = await mailstop.inboxes()
  expect(all.map(({ name, total }) => [name, total])).toEqual([
    ['main', 1],
    ['preview-318', 0],
  ])
  const days = (Date.parse(all[1]?.expires_at ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(3)
  const before = preview.credentials.password
  expect((await preview.rotate(1)).password).not.toBe(before)
  await preview.end()
  await expect(mailstop.findInbox('preview-318')).rejects.toMatchObject({ code: 'not_found' })
}, 60_000)

test('jobs that ask for an inbox at once get the same one, and put its end off', async () => {
  const { mailstop, url, token } = await setUp()
  const jobs = Array.from({ length: 8 }, () => createMailstop({ url, token }))
  const made = await Promise.all(jobs.map((job) => job.inbox('Preview-1', { expiresIn: '1 hour' })))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(new Set(made.map(({ credentials }) => credentials.password)).size).toBe(1)
  await mailstop.inbox('preview-1', { expiresIn: '2 weeks' })
  const [, inbox] = await mailstop.inboxes()
  const hours = (Date.parse(inbox?.expires_at ?? '') - Date.now()) / 3_600_000
  expect(Math.round(hours)).toBe(14 * 24)
}, 60_000)

test('an inbox that lasts goes on to last where a job takes it for a while', async () => {
  const { mailstop } = await setUp()
  const shop = await mailstop.inbox('shop')
  expect((await mailstop.inbox('Shop', { expiresIn: '3 days' })).id).toBe(shop.id)
  expect((await mailstop.inboxes()).map(({ expires_at }) => expires_at)).toEqual([null, null])
}, 60_000)

test('a token of one inbox takes that inbox, and no other', async () => {
  const { mailstop, api, team, url, sendTo } = await setUp()
  const mine = await mailstop.inbox('mine')
  await mailstop.inbox('other')
  const body = { name: 'CI', scopes: ['mail:read', 'smtp:read'], inbox: mine.id } as const
  const params = { team: String(team.id) }
  const { data } = await api.must(createToken, {
    params,
    body: { ...body, scopes: [...body.scopes] },
  })
  const bound = createMailstop({ url, token: data.token })
  const again = await bound.inbox('Mine')
  expect(again.credentials).toEqual(mine.credentials)
  await sendTo(again, { subject: 'Here' })
  expect((await bound.wait({ subject: 'Here' })).inbox).toBe('mine')
  expect((await bound.inboxes()).map(({ name }) => name)).toEqual(['mine'])
  await expect(bound.inbox('other')).rejects.toMatchObject({ code: 'missing_scope' })
}, 60_000)

test('what cannot be made is refused with its reason', async () => {
  const { mailstop } = await setUp()
  await expect(mailstop.inbox('a/b')).rejects.toMatchObject({ status: 422 })
  await expect(mailstop.inbox('x', { expiresIn: 'soon' })).rejects.toThrow('no length of time')
  const reader = await startTeam({}, ['mail:read'])
  const refused = reader.mailstop.inbox('x')
  await expect(refused).rejects.toBeInstanceOf(MailstopError)
  await expect(refused).rejects.toMatchObject({ code: 'missing_scope' })
}, 60_000)

test('lengths of time are read as people write them', () => {
  const lengths = {
    '3 days': 259_200,
    '1 hour': 3_600,
    '90m': 5_400,
    '2w': 1_209_600,
    '1 DAY': 86_400,
  }
  for (const [text, seconds] of Object.entries(lengths)) expect(secondsOf(text)).toBe(seconds)
  for (const text of ['', 'soon', '3', 'days', '3 months', '-1 day']) {
    expect(secondsOf(text)).toBeNull()
  }
})
