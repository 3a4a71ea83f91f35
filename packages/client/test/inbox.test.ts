import { expect, test } from 'vitest'
import { AmbiguousCodeError, codeOf, createMailstop, linkOf, NoMailError } from '../src/index.ts'
import { metricsToken, startTeam } from './team-on.ts'

const codeMail = (code: string) => ({ subject: 'Sign in', text: `Your sign-in code is ${code}` })

test('an inbox returns the code of its own new mail, and the next time the next code', async () => {
  const { mailstop, send, untilWaiting } = await startTeam({ METRICS_TOKEN: metricsToken })
  const address = 'admin@customer.test'
  await send({ to: address, ...codeMail('111111') })
  const inbox = await mailstop.inbox({ address })
  const code = inbox.code()
  await untilWaiting()
  await send({ to: 'other@customer.test', ...codeMail('222222') })
  await send({ to: address, ...codeMail('333333') })
  expect(await code).toBe('333333')
  const next = inbox.code({ subject: 'Sign in' })
  await untilWaiting()
  await send({ to: address, ...codeMail('444444') })
  expect(await next).toBe('444444')
})

test('mail that came together with the code does not hide it, and its own link is found later', async () => {
  const { mailstop, send } = await startTeam()
  const inbox = await mailstop.inbox({ name: 'Zoë signs up!', worker: 3 })
  expect(inbox.address).toMatch(/^zoe-signs-up\+[a-z0-9]{8}-3-1@test\.example$/)
  await send({ to: inbox.address, ...codeMail('730418') })
  const html =
    '<a href="https://app.test/start?u=1">Begin</a> <a href="https://app.test/help">Help</a>'
  await send({ to: inbox.address, subject: 'Welcome', html })
  expect(await inbox.code()).toBe('730418')
  expect(await inbox.link(/start\?/)).toBe('https://app.test/start?u=1')
  expect((await inbox.list()).map(({ subject }) => subject)).toEqual(['Welcome', 'Sign in'])
  const latest = await inbox.latest()
  expect(latest && [codeOf(latest), linkOf(latest, 'Help')]).toEqual([
    null,
    'https://app.test/help',
  ])
})

test('a failure is a table of what arrived and why it did not match', async () => {
  const { mailstop, send } = await startTeam()
  const inbox = await mailstop.inbox()
  await send({ to: inbox.address, ...codeMail('730418') })
  await inbox.code()
  await send({ to: 'bob@customer.test', subject: 'For \u001b[31mBob', text: 'x' })
  const failure = await inbox
    .code({ subject: 'Sign in', timeout: 0 })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoMailError)
  const { message, code, saw } = failure as NoMailError
  expect([code, saw.map(({ failed }) => failed)]).toEqual([
    'no_mail',
    [['to', 'subject'], ['returned before']],
  ])
  const lines = message.split('\n')
  expect(lines[0]).toBe(
    `No mail to ${inbox.address} with the subject "Sign in" with a code arrived within 0 s.`,
  )
  expect(lines[3]).toMatch(/^ {2}time {6}to +subject +does not match$/)
  expect(lines[4]).toMatch(
    /^ {2}\d\d:\d\d:\d\d {2}bob@customer\.test +For {2}\[31mBob +to, subject$/,
  )
  expect(lines[5]).toMatch(/Sign in +returned before$/)
})

test('two codes that are equally certain are an error that names both', async () => {
  const { mailstop, send } = await startTeam()
  const inbox = await mailstop.inbox()
  await send({ to: inbox.address, subject: 'Hi', text: 'Your code: 481516\n\nYour code: 234200' })
  const failure = await inbox.code().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AmbiguousCodeError)
  expect((failure as AmbiguousCodeError).codes.map(({ value }) => value)).toEqual([
    '481516',
    '234200',
  ])
})

test('silence is asserted of what was not returned before', async () => {
  const { mailstop, send } = await startTeam()
  const inbox = await mailstop.inbox()
  await send({ to: inbox.address, subject: 'First', text: 'x' })
  await inbox.wait()
  await inbox.expectNone({ within: 50 })
  await send({ to: inbox.address, subject: 'Second', text: 'x' })
  await expect(inbox.expectNone({ within: 50_000 })).rejects.toThrow(
    `A mail to ${inbox.address} arrived that should not have: "Second" from app@rocket.test.`,
  )
  expect(await inbox.waitForMany(2)).toMatchObject([{ subject: 'Second' }, { subject: 'First' }])
})

test('the mail of a team is listed, waited for and deleted without an inbox', async () => {
  const { mailstop, send, team, url } = await startTeam()
  expect(await mailstop.latest()).toBeNull()
  const after = await mailstop.marker()
  await send({ to: 'ada@customer.test', ...codeMail('730418') })
  expect(await mailstop.code({ to: 'ada@*' })).toBe('730418')
  const { mails, cursor } = await mailstop.list({ after })
  expect([mails.length, cursor]).toEqual([1, null])
  expect(await mailstop.get(mails[0]?.id ?? 0)).toMatchObject({ subject: 'Sign in' })
  expect(mailstop.pageOf(7)).toBe(`${url}/inbox/7`)
  expect(await mailstop.token()).toMatchObject({ name: 'CI', team: { id: team.id } })
  expect(await mailstop.delete({ to: 'bob@customer.test' })).toBe(0)
  expect(await mailstop.delete({ ids: mails.map(({ id }) => id) })).toBe(1)
  await expect(mailstop.delete({})).rejects.toMatchObject({ code: 'invalid', status: 422 })
  await expect(createMailstop({ url, token: 'mst_wrong' }).marker()).rejects.toMatchObject({
    code: 'bad_token',
  })
})

test('a wait ends when its signal aborts', async () => {
  const { mailstop, untilWaiting } = await startTeam({ METRICS_TOKEN: metricsToken })
  const leaving = new AbortController()
  const wait = mailstop.wait({ to: 'ada@customer.test', signal: leaving.signal })
  await untilWaiting()
  leaving.abort(new Error('The test is over'))
  await expect(wait).rejects.toThrow('The test is over')
})
