import { expect as baseExpect, test as base, type TestInfo } from '@playwright/test'
import type { Inbox } from '../inbox.ts'
import { createMailstop, type Mailstop } from '../mailstop.ts'
import { mailMatchers } from './matchers.ts'
import type { Settings } from '../settings.ts'
import { withinTest } from './time-of-test.ts'

type TestFixtures = {
  /** When the time of the test began, by `performance.now()`. */
  mailstopTestBegan: number
  /** The mail of this test, to an address of its own. */
  inbox: Inbox
}
type WorkerFixtures = {
  /** What the environment does not say, for `use` of a project. */
  mailstopSettings: Settings
  mailstop: Mailstop
}

/** Playwright's `test` with an inbox for each test, whose mail is attached to the report of a failed one. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  mailstopSettings: [{}, { option: true, scope: 'worker' }],
  mailstop: [
    async ({ mailstopSettings }, use) => use(createMailstop(mailstopSettings)),
    { scope: 'worker' },
  ],
  // Playwright sets it up before what else a test asks for, and before `beforeEach`: all of that takes of the test's time.
  // oxlint-disable-next-line no-empty-pattern
  mailstopTestBegan: [async ({}, use) => use(performance.now()), { auto: true, box: true }],
  inbox: async ({ mailstop, mailstopTestBegan }, use, info) => {
    const over = new AbortController()
    const inbox = await mailstop.inbox({
      name: info.title,
      worker: info.workerIndex,
      signal: over.signal,
      timeout: withinTest(() => info.timeout, mailstop.timeout, mailstopTestBegan),
    })
    await use(inbox)
    over.abort()
    if (info.status !== info.expectedStatus) await attachMails(mailstop, inbox, info)
  },
})

/** Playwright's `expect` with `toHaveCode` and `toHaveLink`. */
export const expect = baseExpect.extend(mailMatchers)

const mostAttached = 10

async function attachMails(mailstop: Mailstop, inbox: Inbox, info: TestInfo): Promise<void> {
  // The failure of the test is what its reader needs; a failed attachment must not replace it.
  const mails = await inbox.list().catch(() => [])
  const attach = (name: string, contentType: string, body: string | Uint8Array | null) =>
    body === null
      ? undefined
      : info.attach(name, {
          contentType,
          body: typeof body === 'string' ? body : Buffer.from(body),
        })
  await attach(
    'inbox',
    'text/plain',
    `${mails.length} ${mails.length === 1 ? 'mail' : 'mails'} arrived at ${inbox.address}.`,
  )
  for (const { id, subject } of mails.slice(0, mostAttached)) {
    const title = `mail ${id}: ${subject}`
    const mail = await mailstop.get(id).catch(() => null)
    await attach(`${title} (html)`, 'text/html', mail?.html ?? null)
    await attach(`${title} (text)`, 'text/plain', mail?.text ?? null)
    const source = await mailstop.source(id).catch(() => null)
    await attach(`${title} (source)`, 'message/rfc822', source)
  }
}
