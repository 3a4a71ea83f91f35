import { expect, test } from 'vitest'
import { AmbiguousCodeError, codeOf, createMailstop, linkOf, NoMailError } from '../src/index.ts'
import { sendMail } from '../../server/test/clients/send-mail.ts'
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
  expect(inbox.address).toMatch(/^zoe-signs-up\.[a-z0-9]{8}-3-1@test\.example$/)
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
    `No mail to ${inbox.address} with the subject "Sign in" with a code is there.`,
  )
  expect(lines[3]).toMatch(/^ {2}time {6}to +subject +does not match$/)
  expect(lines[4]).toMatch(
    /^ {2}\d\d:\d\d:\d\d {2}bob@customer\.test +For {2}\[31mBob +to, subject$/,
  )
  expect(lines[5]).toMatch(/Sign in +returned before$/)
})

test('a mail whose links are others says so, and not that it has none', async () => {
  const { mailstop, send } = await startTeam()
  const inbox = await mailstop.inbox()
  await send({ to: inbox.address, subject: 'Hi', text: 'https://app.test/help' })
  await expect(inbox.link(/reset/, { timeout: 0 })).rejects.toThrow(/Hi +no such link$/)
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
  expect(await mailstop.pageOf(7)).toBe(`${url}/inbox/7?team=${team.id}`)
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

test('a mail that is sent with a token is in the inbox as its source says, and can be deleted', async () => {
  const { mailstop } = await startTeam({}, ['mail:read', 'mail:delete', 'mail:send', 'smtp:read'])
  const inbox = await mailstop.inbox({ tag: 'run42' })
  await mailstop.send({ from: 'app@rocket.test', to: [inbox.address], subject: 'Another run' })
  const made = await mailstop.send({
    from: { email: 'app@rocket.test', name: 'Rocket' },
    to: [inbox.address],
    subject: 'Sign in',
    text: 'Your sign-in code is 730418',
    tags: ['run42'],
  })
  expect(await inbox.code()).toBe('730418')
  expect(await inbox.list()).toMatchObject([{ id: made.id, subject: 'Sign in', tags: ['run42'] }])

  const source = 'X-Tags: run42\r\nSubject: As it is\r\n\r\nBye \r\n'
  const { id } = await mailstop.send(source, { from: 'app@rocket.test', to: [inbox.address] })
  const bytes = await mailstop.source(id)
  expect(new TextDecoder().decode(bytes)).toBe(source)
  expect(await mailstop.delete({ tag: 'run42' })).toBe(2)
  expect((await mailstop.list()).mails.map(({ subject }) => subject)).toEqual(['Another run'])
})

test('the settings of SMTP that a token reads send a mail', async () => {
  const { mailstop, running, team } = await startTeam({}, ['mail:read', 'smtp:read'])
  const { ports, username, password } = await mailstop.smtp()
  expect(ports).toEqual(
    team.smtp_ports
      .split(',')
      .map(Number)
      .filter((port) => ports.includes(port)),
  )
  const login = { smtp_username: `${username}+run7`, smtp_password: password }
  const inbox = await mailstop.inbox({ tag: 'run7' })
  await sendMail(running.smtpPort, login, { to: inbox.address, text: 'Hi' })
  expect(await inbox.wait()).toMatchObject({
    tags: ['run7'],
    login: login.smtp_username,
  })
  const { address: to, marker: after } = inbox
  const other = mailstop.wait({ to, after, tag: 'run8', timeout: 0 })
  await expect(other).rejects.toThrow(/ tag \(has .*run7/)
})

test('the signal of an inbox ends all of its waits, and each has the time that the inbox says', async () => {
  const { mailstop } = await startTeam()
  const over = new AbortController()
  const inbox = await mailstop.inbox({ signal: over.signal, timeout: () => 1 })
  await expect(inbox.wait()).rejects.toThrow('arrived within 0.001 s')
  const waits = [inbox.wait({ timeout: 50_000 }), inbox.expectNone({ within: 50_000 })]
  over.abort(new Error('The test is over'))
  for (const wait of waits) await expect(wait).rejects.toThrow('The test is over')
})
