import { expect, onTestFinished, test } from 'vitest'
import { createMailstop, type Mail, type Mailstop } from '../src/index.ts'
import { mailstopTasks } from '../src/runners/cypress-tasks.ts'
import { mailMatchers } from '../src/runners/matchers.ts'
import { test as testWithInbox } from '../src/runners/vitest.ts'
import { startTeam } from './team-on.ts'

const codeMail = { subject: 'Sign in', text: 'Your sign-in code is 730418: https://app.test/go' }

async function oneMail(): Promise<Mail> {
  const { mailstop, send } = await startTeam()
  const inbox = await mailstop.inbox()
  await send({ to: inbox.address, ...codeMail })
  return inbox.wait()
}

test('matchers say what the mail has instead', async () => {
  const mail = await oneMail()
  const { toHaveCode, toHaveLink } = mailMatchers
  const verdicts = [
    toHaveCode(mail),
    toHaveCode(mail, '111111'),
    toHaveLink(mail, /go$/),
    toHaveLink(mail, 'reset'),
  ]
  expect(verdicts.map(({ pass }) => pass)).toEqual([true, false, true, false])
  const title = `Mail ${mail.id} "Sign in"`
  expect(verdicts.map(({ message }) => message())).toEqual([
    `${title} should not have a code. It has 730418.`,
    `${title} should have the code 111111. It has 730418.`,
    `${title} should not have a link that matches /go$/. It has:\n  https://app.test/go`,
    `${title} should have a link that matches reset. It has:\n  https://app.test/go`,
  ])
})

test('the matcher for checks names what was found, unless it is ignored', async () => {
  const { mailstop, send } = await startTeam()
  const inbox = await mailstop.inbox()
  await send({ to: inbox.address, subject: 'Sale', html: `<p>${'sale '.repeat(25_000)}</p>` })
  const mail = await inbox.wait()
  const { toPassCheck } = mailMatchers
  const verdict = await toPassCheck(mail)
  expect(verdict.pass).toBe(false)
  expect(verdict.message()).toMatch(/should pass its check\.\n[^]*fail  size\.gmail-clip  The html/)
  const sections = (await mailstop.check(mail.id)).sections.map(({ id }) => id)
  expect(await toPassCheck(mail, { ignore: sections, failOn: 'info' })).toMatchObject({
    pass: true,
  })
  await expect(toPassCheck(mail, { ignore: ['size.gmail-clp'] })).rejects.toThrow(
    'There is no rule or section "size.gmail-clp" to ignore. The nearest is "size.gmail-clip".',
  )
  await expect(toPassCheck({ ...mail })).rejects.toThrow('that the Mailstop client returned')
})

test('the fixture of Vitest has its matchers', async () => {
  const { expect: extended } = await import('../src/runners/vitest.ts')
  const mail = await oneMail()
  extended(mail).toHaveCode('730418')
  extended(mail).not.toHaveLink('reset')
  expect(() => extended(mail).toHaveLink('reset')).toThrow('https://app.test/go')
})

testWithInbox.extend<{ mailstop: Mailstop }>({
  // Vitest requires a destructured first argument, even an empty one.
  // oxlint-disable-next-line no-empty-pattern
  mailstop: async ({}, use) => {
    const { url, token } = await startTeam()
    await use(createMailstop({ url, token, timeout: 100 }))
  },
})('the timeout of the settings is the most that an inbox of Vitest waits', async ({ inbox }) => {
  // oxlint-disable-next-line vitest/no-standalone-expect
  await expect(inbox.wait()).rejects.toThrow('arrived within 0.1 s')
})

test('Jest has the matchers and an inbox for each test', async () => {
  const { url, token } = await startTeam()
  const registered: (() => Promise<void>)[] = []
  const globals = { expect, beforeEach: (run: () => Promise<void>) => void registered.push(run) }
  const before = Object.keys(globals).map((name) => [name, Reflect.get(globalThis, name)] as const)
  Object.assign(globalThis, globals)
  onTestFinished(() => void Object.assign(globalThis, Object.fromEntries(before)))
  const { inboxForEachTest } = await import('../src/runners/jest.ts')
  const mails = inboxForEachTest({ url, token })
  expect(() => mails.inbox).toThrow('in tests alone')
  await registered[0]?.()
  const { address } = mails.inbox
  await registered[0]?.()
  expect([address, mails.inbox.address]).toEqual([
    expect.stringMatching(/^jest-has-the-matchers.*-1@test\.example$/),
    expect.stringMatching(/-2@test\.example$/),
  ])
})

test('the commands of Cypress do their work in its tasks', async () => {
  const { url, token, send } = await startTeam()
  const tasks = mailstopTasks({ url, token }) as unknown as Record<
    string,
    (argument: unknown) => unknown
  >
  const commands: Record<string, (...given: unknown[]) => Promise<never>> = {}
  const limits: number[] = []
  const cypress = {
    Cypress: {
      Commands: { add: (name: string, run: never) => Object.assign(commands, { [name]: run }) },
    },
    cy: {
      // What a task gets is JSON, and an answer of none is a fault in the eyes of Cypress.
      async task(name: string, argument: unknown, { timeout }: { timeout: number }) {
        limits.push(timeout)
        const answer = await tasks[name]?.(JSON.parse(JSON.stringify(argument)))
        if (answer === undefined) throw new Error(`The task ${name} returned undefined`)
        return JSON.parse(JSON.stringify(answer)) as unknown
      },
    },
  }
  Object.assign(globalThis, cypress)
  onTestFinished(
    () =>
      void (
        Reflect.deleteProperty(globalThis, 'cy') && Reflect.deleteProperty(globalThis, 'Cypress')
      ),
  )
  await import('../src/runners/cypress.ts')
  const inbox: { address: string } = await command('Inbox', { name: 'ada' })
  await send({ to: inbox.address, ...codeMail })
  expect(await command('Code', inbox)).toBe('730418')
  await command('ExpectNone', inbox, { within: 10 })
  await send({ to: inbox.address, ...codeMail })
  expect(await command('Link', inbox, /GO$/i, { timeout: 60_000 })).toBe('https://app.test/go')
  await send({ to: inbox.address, ...codeMail })
  expect(await command('Mail', inbox)).toMatchObject({ subject: 'Sign in' })
  await expect(command('Code', inbox, { timeout: 0 })).rejects.toThrow('returned before')
  // Cypress waits for longer than the client, whose failure says what arrived.
  expect(Math.max(...limits)).toBeGreaterThan(70_000)

  async function command<T>(name: string, ...given: unknown[]): Promise<T> {
    return (await commands[`mailstop${name}`]?.(...given)) as T
  }
})

test('addresses of one run are its own', () => {
  const [one, other] = [createMailstop({ domain: 'a.test' }), createMailstop({ domain: 'a.test' })]
  const made = [
    one.address(),
    one.address({ name: '✉️' }),
    other.address(),
    other.address({ name: 'x'.repeat(90) }),
  ]
  expect(new Set(made).size).toBe(4)
  for (const address of made) expect(address).toMatch(/^[a-z0-9-]{1,32}\.[a-z0-9]{8}-\d@a\.test$/)
})
