import {
  createInvite,
  createRule,
  createTeam,
  forwardMail,
  getMail,
  listMails,
  mailChannel,
  register,
  resumeMail,
  type MailForward,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../../../test/clients/api-client.ts'
import { startApp } from '../../../test/support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../../../test/clients/live-client.ts'
import { startRelay } from '../../../test/support/mailer-on.ts'
import { alikeDatabases } from '../../../test/support/product-databases.ts'
import { sendMail } from '../../../test/clients/send-mail.ts'
import { forwardsPerHour } from './forward-limits.ts'

/** The whole product in front of a relay, with a member of a team that caught one mail. */
async function inbox(env: Record<string, string>) {
  const running = await startApp({ MAIL_FROM: 'Mailstop <no-reply@mail.example.com>', ...env })
  const { api, team } = await running.signIn('ada')
  await sendMail(running.smtpPort, team, { from: 'Rocket <app@rocket.test>', text: 'Hi\n.\n' })
  const params = { team: String(team.id) }
  const [mail] = (await api.must(listMails, { params, query: {} })).data
  return { ...running, api, team, params: { ...params, mail: String(mail?.id) } }
}

type Params = { team: string; mail: string }

const forward = (api: ApiClient, params: Params, email = 'dev@customer.test') =>
  api.call(forwardMail, { params, body: { email } })

/** Asks again with each event until the newest forward is as wanted. */
async function forwardIn(
  state: MailForward['state'],
  { api, params }: { api: ApiClient; params: Params },
  until: (forward: MailForward) => boolean = () => true,
): Promise<MailForward> {
  const live = connectLive(api)
  await joinChannel(live, mailChannel(Number(params.team)))
  for (;;) {
    const event = nextEvent(live, 'MailUpdated')
    const { data } = await api.must(getMail, { params })
    const [newest] = data.forwards
    if (newest?.state === state && until(newest)) return newest
    expect(await event).toMatchObject({ id: Number(params.mail), forwards: true })
  }
}

describe.each(alikeDatabases)('forwarding on $dialect', ({ open }) => {
  test('sends the mail on by the relay and shows when that took it', async () => {
    const { url, received } = await startRelay()
    const { api, params } = await inbox({ MAIL_URL: url, ...(await open()) })
    const answer = await forward(api, params)
    expect(answer).toMatchObject({ body: { message: 'Mail forwarded successfully' } })
    const sent = await forwardIn('sent', { api, params })
    expect(sent).toMatchObject({ email: 'dev@customer.test', by: 'ada', last_error: null })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      from: 'no-reply@mail.example.com',
      to: ['dev@customer.test'],
    })
    expect(received[0]?.source).toContain('From: "ada via Mailstop" <no-reply@mail.example.com>')
    expect(received[0]?.source).toMatch(/\r\n\r\nHi\r\n\.\r\n/)
  })

  test('shows why the relay refused it', async () => {
    const refusal = Object.assign(new Error('no such user here'), { responseCode: 550 })
    const { url } = await startRelay(() => refusal)
    const { api, params } = await inbox({ MAIL_URL: url, ...(await open()) })
    await forward(api, params)
    const failed = await forwardIn('failed', { api, params })
    expect(failed.last_error).toMatch(/no such user here/)
  })

  test('shows what keeps it waiting while it is tried again', async () => {
    const busy = Object.assign(new Error('come back later'), { responseCode: 450 })
    const { url } = await startRelay(() => busy)
    const { api, params } = await inbox({ MAIL_URL: url, ...(await open()) })
    await forward(api, params)
    const waits = await forwardIn(
      'queued',
      { api, params },
      ({ last_error }) => last_error !== null,
    )
    expect(waits.last_error).toMatch(/come back later/)
  })
})

describe('forwarding', () => {
  test('without a relay it is refused at once, saying what the operator must set', async () => {
    const { api, params } = await inbox({})
    const answer = await forward(api, params)
    expect(answer).toMatchObject({ status: 409, error: { code: 'conflict' } })
    expect(!answer.ok && answer.error.message).toMatch(/operator has to set MAIL_URL/)
    expect((await api.must(getMail, { params })).data.forwards).toEqual([])
  })

  test.each([
    '',
    'dev',
    'dev@customer.test, other@customer.test',
    'Dev <dev@customer.test>',
    'dev@customer.test\r\nBcc: other@customer.test',
    'dev@customer',
    '"a b"@customer.test',
    `${'x'.repeat(65)}@customer.test`,
    `dev@${'x'.repeat(64)}.test`,
    'd\u00e9v@customer.test',
    'no-reply@MAIL.example.com',
  ])('takes exactly one strict address, not %j', async (email) => {
    const { url, received } = await startRelay()
    const { api, params } = await inbox({ MAIL_URL: url })
    expect(await forward(api, params, email)).toMatchObject({
      status: 422,
      error: { errors: { email: [expect.any(String)] } },
    })
    expect(received).toEqual([])
  })

  test(
    'a team forwards a limited number an hour, and learns when it may again',
    { timeout: 20_000 },
    async () => {
      const { url } = await startRelay()
      const { api, params } = await inbox({
        MAIL_URL: url,
        FORWARDS_TO_STRANGERS_PER_USER: '1000',
        FORWARDS_TO_STRANGERS_PER_SERVER: '1000',
      })
      const answers = Array.from({ length: forwardsPerHour }, (_, index) =>
        forward(api, params, `dev${index}@customer.test`),
      )
      for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
      const refused = await forward(api, params)
      const message = 'A team forwards at most 60 messages an hour. Try again later.'
      expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited', message } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
      const { data } = await api.must(getMail, { params })
      expect(data.forwards).toHaveLength(50)
    },
  )
})

describe('a mail forwarded by hand', () => {
  const stranger = (index: number) => `dev${index}@customer.test`

  test('to strangers goes out a few times from a fresh account, and in no name that a mail claims', async () => {
    const { url, received } = await startRelay()
    const { api, params, smtpPort, team } = await inbox({ MAIL_URL: url })
    await sendMail(smtpPort, team, { from: 'Your Bank <service@bank.test>', text: 'Log in' })
    const { data } = await api.must(listMails, { params: { team: params.team }, query: {} })
    const forged = { ...params, mail: String(data[0]?.id) }
    const answers = await Promise.all(
      Array.from({ length: 36 }, (_, index) => forward(api, forged, stranger(index))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    const refused = await forward(api, forged, stranger(99))
    const message = expect.stringMatching(
      /^During its first day an account forwards at most 5 messages an hour to people who are not in the team/,
    )
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited', message } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    await forwardIn('sent', { api, params: forged })
    for (const { source } of received) {
      expect(/^From: (.*)\r$/m.exec(source)?.[1]).toBe(
        '"ada via Mailstop" <no-reply@mail.example.com>',
      )
    }
  })

  test('has a link that stops all mail that others cause, in every process, until that is undone', async () => {
    const { url, received } = await startRelay()
    const { api, params, origin, signIn } = await inbox({ MAIL_URL: url })
    await forward(api, params)
    await forwardIn('sent', { api, params })
    const link = /^List-Unsubscribe: <(.*)>\r$/m.exec(received[0]?.source ?? '')?.[1] ?? ''
    expect(new URL(link).origin).toBe(origin)
    const oneClick = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(await oneClick.json()).toEqual({ message: 'Emails to your address have stopped' })
    const other = await signIn('bob')
    const team = {
      team: String((await other.api.must(createTeam, { body: { name: 'X' } })).data.id),
    }
    const email = 'DEV@customer.test'
    for (const refused of [
      await forward(api, params, email),
      await other.api.call(createInvite, { params: team, body: { email } }),
      await other.api.call(createRule, { params: team, body: { name: 'x', email } }),
    ]) {
      const message = `The owner of ${email} has stopped emails from Mailstop. Only they can allow them again, with the link in an earlier email.`
      expect(refused).toMatchObject({ status: 409, error: { code: 'conflict', message } })
    }
    // Mail that the holder of this address asks for still comes.
    const account = {
      name: 'Dev',
      email,
      password: 'correct horse',
      password_confirmation: 'correct horse',
    }
    await api.must(register, { body: account })
    const token = link.slice(link.lastIndexOf('/') + 1)
    await api.must(resumeMail, { params: { token } })
    expect(await forward(api, params)).toMatchObject({ ok: true })
    await forwardIn('sent', { api, params })
    expect(received.filter(({ source }) => source.includes('Verify your email'))).toHaveLength(1)
  })
})
