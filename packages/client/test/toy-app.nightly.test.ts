import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { blockOf } from '../../../scripts/lib/document-blocks.mjs'
import { installClient, tool } from './installed-client.ts'
import { startTeam } from './team-on.ts'
import { startToyApp } from './toy-app.ts'

const guide = 'docs/guides/test-a-sign-up.md'

/** The configuration of the guide, and what this machine needs beside it. */
const config = `
import guide from './guide.config.mjs'
export default {
  ...guide,
  workers: 2,
  timeout: 60_000,
  reporter: [...guide.reporter, ['json', { outputFile: 'report.json' }]],
  use: {
    ...guide.use,
    baseURL: process.env.APP,
    launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] },
  },
}
`

/** The parts of tests that the guide shows, each where it belongs in one. */
function spec(): string {
  const part = (beginning: string) => blockOf(guide, beginning)
  const [imports = '', ...reading] = part('import { codeOf').split('\n')
  return `
import { expect, test } from '@mailstop/client/playwright'
${imports}
const signUp = async (page, inbox) => {
  await page.goto('/')
  await page.getByLabel('Email').fill(inbox.address)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

test('the parts of the guide', async ({ page, inbox }) => {
  ${part('await inbox.expectNone')}
  await signUp(page, inbox)
  ${part("await page.getByLabel('Code').fill('000000')")}
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading')).toHaveText('Welcome')
  await signUp(page, inbox)
  ${reading.join('\n')}
})

test('a test that fails shows its mail', async ({ page, inbox }) => {
  await page.goto('/forgotten')
  await page.getByLabel('Email').fill(inbox.address)
  await page.getByRole('button', { name: 'Send link' }).click()
  expect(await inbox.wait()).toHaveCode()
})

test('a test whose time is short says what arrived', async ({ inbox }) => {
  test.setTimeout(4_000)
  await inbox.code()
})

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

test.describe('hook', () => {
  test.describe.configure({ timeout: 4_000 })
  test.beforeEach(() => pause(2_000))
  test('after a slow hook', async ({ inbox }) => void (await inbox.code()))
})

const slow = test.extend({ login: async ({}, use) => { await pause(2_000); await use() } })
slow.describe('fixture', () => {
  slow.describe.configure({ timeout: 4_000 })
  slow('after a slow fixture', async ({ login, inbox }) => void (await inbox.code()))
})

slow('after a limit that is set late', async ({ login, inbox }) => {
  test.setTimeout(4_000)
  await inbox.code()
})
`
}

type Report = {
  stats: { expected: number; unexpected: number }
  suites: Suite[]
}
type Suite = { specs: { title: string; tests: { results: Result[] }[] }[]; suites?: Suite[] }
type Result = { error?: { message: string }; attachments: { name: string; body?: string }[] }

async function startToyTest() {
  const team = await startTeam()
  const app = await startToyApp(team)
  const env = {
    APP: app,
    MAILSTOP_URL: team.url,
    MAILSTOP_TOKEN: team.token,
    CHROMIUM: inject('chromium'),
  }
  return { ...team, app, env }
}

test(
  'Playwright runs the tests of the guide, and a failed test has its mail in the report',
  { timeout: 240_000 },
  async () => {
    const { env } = await startToyTest()
    const { folder, write, run } = await installClient([
      '@playwright/test',
      'playwright',
      'playwright-core',
    ])
    await write({
      'playwright.config.mjs': config,
      'guide.config.mjs': blockOf(guide, "import { defineConfig } from '@playwright/test'"),
      'guide.spec.mjs': blockOf(
        guide,
        "import { expect, test } from '@mailstop/client/playwright'",
      ),
      'toy.spec.mjs': spec(),
    })
    const tested = await run(process.execPath, [tool('@playwright/test/cli.js'), 'test'], env)
    const report = await readReport(join(folder, 'report.json'))
    expect({ ...tested, stats: report.stats }).toMatchObject({
      stats: { expected: 3, unexpected: 5 },
    })
    const resultOf = (word: string) =>
      report.suites.flatMap(specsOf).find(({ title }) => title.includes(word))?.tests[0]?.results[0]
    for (const word of ['short', 'hook', 'fixture', 'late']) {
      const message = resultOf(word)?.error?.message
      expect(message).toMatch(/No mail to a\S+ with a code arrived within \d(\.\d)? s/)
    }
    const result = resultOf('fails')
    expect(result?.error?.message).toMatch(
      /Mail \d+ "Your password" should have a code\. It has none\./,
    )
    const [summary, html] = result?.attachments ?? []
    expect(decoded(summary)).toMatch(/^1 mail arrived at a-test-that-fails-shows-its-mail\./)
    expect([html?.name, decoded(html)]).toEqual([
      expect.stringMatching(/^mail \d+: Your password \(html\)$/),
      expect.stringContaining('Choose a new password'),
    ])
  },
)

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

async function readReport(path: string): Promise<Report> {
  return JSON.parse(await readFile(path, 'utf8')) as Report
}

const decoded = (attachment: { body?: string } | undefined) =>
  Buffer.from(attachment?.body ?? '', 'base64').toString()
