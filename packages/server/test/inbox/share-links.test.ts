import {
  createShareLink,
  createTeam,
  createToken,
  deleteTeam,
  endShareLink,
  listMails,
  listShareLinks,
  listTeams,
} from '@mailstop/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createBrowser } from '../clients/browser.ts'
import { sendMail } from '../clients/send-mail.ts'
import { signUpPassword, startApp } from '../support/harness.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function startWithMail(env: Record<string, string> = {}) {
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const running = await startApp(env, { log })
  const { api, team } = await running.signIn('ada')
  const attachments = [{ filename: 'plan.txt', content: 'attached' }]
  const mail = { subject: 'Launch', html: '<p>secret plan</p>', attachments }
  await sendMail(running.smtpPort, team, mail)
  const { data } = await api.must(listMails, { params: { team: String(team.id) } })
  const params = { team: String(team.id), mail: String(data[0]?.id) }
  const stranger = createBrowser(Number(new URL(running.origin).port))
  return { ...running, api, params, stranger, logged }
}

test('a stranger reads the mail of a link, and neither their browser nor the log keeps the link', async () => {
  const { api, params, stranger, origin, logged } = await startWithMail()
  const body = { hours: 24 as const, once: true, shows: ['files' as const] }
  const { data: share } = await api.must(createShareLink, { params, body })
  const path = share.url.slice(origin.length)
  const cover = await stranger.request('GET', `${path}?utm_source=chat`)
  expect(cover).toMatchObject({ status: 200, setCookies: [] })
  expect(cover.text).not.toContain('Launch')
  expect(cover.headers['content-security-policy']).toMatch(
    /^default-src 'none'.*form-action 'self'/,
  )

  const foreign = { ...form, origin: 'https://evil.example' }
  expect((await stranger.request('POST', path, { body: '', headers: foreign })).status).toBe(403)
  const pressed = await stranger.request('POST', path, { body: '', headers: { ...form, origin } })
  expect(pressed).toMatchObject({ status: 303, headers: { 'cache-control': 'no-store' } })
  const opened = await stranger.request('GET', `${path}${pressed.headers.location}`)
  expect(opened.text).toContain('secret plan')
  for (const { headers } of [cover, opened]) {
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': expect.stringContaining('noindex'),
    })
  }
  expect(opened.headers['content-security-policy']).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox allow-downloads; default-src 'none'/,
  )
  const key = /file=1&amp;(key=[^"]+)/.exec(opened.text)?.[1] ?? ''
  const file = await stranger.request('GET', `${path}?file=1&${key}`)
  expect(file).toMatchObject({
    text: 'attached',
    headers: { 'content-disposition': 'attachment; filename=plan.txt' },
  })
  const withImages = await stranger.request('GET', `${path}?images=true&${key}`)
  expect(withImages.headers['content-security-policy']).toContain('img-src data: http: https:')

  const used = await stranger.request('GET', path)
  const wrong = await stranger.request('GET', `/shared/${'x'.repeat(43)}`)
  expect([used.status, used.text, used.headers['x-robots-tag']]).toEqual([
    404,
    wrong.text,
    wrong.headers['x-robots-tag'],
  ])
  expect((await api.must(listShareLinks, { params })).data[0]?.opened_at).not.toBeNull()
  await api.must(endShareLink, { params: { ...params, share: String(share.id) } })
  expect((await stranger.request('GET', `${path}?${key}`)).status).toBe(404)
  expect(logged.length).toBeGreaterThan(5)
  const lines = logged.join('')
  for (const secret of [path.slice('/shared/'.length), key]) expect(lines).not.toContain(secret)
})

test('a program makes a link for the member who made its token, with the scope that forwards', async () => {
  const { api, params, origin, stranger } = await startWithMail()
  const tokenOf = async (scope: 'mail:forward' | 'mail:read') => {
    const body = { name: 'CI', scopes: [scope] }
    return (await api.must(createToken, { params, body })).data.token
  }
  const make = async (token: string) => {
    const path = createShareLink.path.replace('{team}', 'current').replace('{mail}', params.mail)
    return stranger.request('POST', path, {
      body: { hours: 1 },
      headers: { authorization: `Bearer ${token}` },
    })
  }
  expect((await make(await tokenOf('mail:read'))).json).toMatchObject({ code: 'missing_scope' })
  const { json } = await make(await tokenOf('mail:forward'))
  const { data } = json as { data: { url: string; created_by: string } }
  expect(data.created_by).toBe('ada')
  expect((await stranger.request('GET', data.url.slice(origin.length))).status).toBe(200)
})

test('an operator who allows no links offers none, and answers none', async () => {
  const { api, params, client } = await startWithMail({ SHARE_LINKS: 'off' })
  const { data: teams } = await api.must(listTeams, {})
  expect(teams[0]?.permissions).not.toContain('share_mail')
  const body = { hours: 1 as const }
  await expect(api.must(createShareLink, { params, body })).rejects.toThrow(/not_found|404/)
  await expect(client().must(listShareLinks, { params })).rejects.toThrow(/signed_out|401/)
})

test('a link ends with the team whose mail it shows', async () => {
  const { api, stranger, origin, smtpPort } = await startWithMail()
  const { data: team } = await api.must(createTeam, { body: { name: 'Rocket Labs' } })
  await sendMail(smtpPort, team, { subject: 'Launch', text: 'secret plan' })
  const ofTeam = { team: String(team.id) }
  const [mail] = (await api.must(listMails, { params: ofTeam })).data
  const params = { ...ofTeam, mail: String(mail?.id) }
  const body = { hours: 24 as const, once: false, shows: [] }
  const { data: share } = await api.must(createShareLink, { params, body })
  const visit = (path: string) => stranger.request('GET', path)
  const path = share.url.slice(origin.length)
  expect((await visit(path)).text).toContain('secret plan')
  await api.must(deleteTeam, { params: ofTeam, body: { password: signUpPassword } })
  const [ended, wrong] = [await visit(path), await visit(`/shared/${'x'.repeat(43)}`)]
  expect([ended.status, ended.text]).toEqual([wrong.status, wrong.text])
  expect(ended.status).toBe(404)
}, 60_000)
