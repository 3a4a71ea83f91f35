import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { installClient, tool } from './installed-client.ts'
import { startTeam } from './team-on.ts'
import { startToyApp } from './toy-app.ts'

const config = `
import { defineConfig } from '@playwright/test'
export default defineConfig({
  workers: 2,
  timeout: 60_000,
  reporter: [['json', { outputFile: 'report.json' }]],
  use: {
    baseURL: process.env.APP,
    launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] },
  },
})
`

/** The bodies of these have five lines each. */
const spec = `
import { expect, test } from '@mailstop/client/playwright'

test('a user signs up with the code of the mail', async ({ page, inbox }) => {
  await page.goto('/')
  await page.getByLabel('Sign up').fill(inbox.address)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByLabel('Confirm').fill(await inbox.code())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading')).toHaveText('Signed up')
})

test('a user resets the password with the link of the mail', async ({ page, inbox }) => {
  await page.goto('/')
  await page.getByLabel('Reset password').fill(inbox.address)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.goto(await inbox.link(/new-password/))
  await expect(page.getByRole('heading')).toHaveText('New password for ' + inbox.address)
})

test('a test that fails shows its mail', async ({ page, inbox }) => {
  await page.goto('/')
  await page.getByLabel('Reset password').fill(inbox.address)
  await page.getByRole('button', { name: 'Reset password' }).click()
  expect(await inbox.wait()).toHaveCode()
})

test('a test whose time is short says what arrived', async ({ inbox }) => {
  test.setTimeout(4_000)
  await inbox.code()
})
`

type Report = {
  stats: { expected: number; unexpected: number }
  suites: { specs: { title: string; tests: { results: Result[] }[] }[] }[]
}
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
  'Playwright tests a sign-up by code and a reset by link, and a failed test has its mail in the report',
  { timeout: 240_000 },
  async () => {
    const { env } = await startToyTest()
    const { folder, write, run } = await installClient([
      '@playwright/test',
      'playwright',
      'playwright-core',
    ])
    await write({ 'playwright.config.mjs': config, 'toy.spec.mjs': spec })
    const tested = await run(process.execPath, [tool('@playwright/test/cli.js'), 'test'], env)
    const report = await readReport(join(folder, 'report.json'))
    expect({ ...tested, stats: report.stats }).toMatchObject({
      stats: { expected: 2, unexpected: 2 },
    })
    const resultOf = (word: string) =>
      report.suites[0]?.specs.find(({ title }) => title.includes(word))?.tests[0]?.results[0]
    expect(resultOf('short')?.error?.message).toContain('No mail to a-test-whose-time-is-short')
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

test(
  'a shell tests the same in three lines, with curl and jq and with the command',
  { timeout: 120_000 },
  async () => {
    const { env } = await startToyTest()
    const { folder, run } = await installClient()
    const script = join(folder, 'test.sh')
    const confirm = 'curl -fsS -d "email=$A" -d "code=$CODE" $APP/confirm'
    await writeFile(
      script,
      `set -eu
A=shell-1@test.example; curl -fsS -o /dev/null -d "email=$A" $APP/sign-up
CODE=$(curl -fsS -H "Authorization: Bearer $MAILSTOP_TOKEN" "$MAILSTOP_URL/api/teams/current/mails/wait?to=$A&subject=confirm" | jq -r .data.extracted.code)
${confirm}
A=shell-2@test.example; curl -fsS -o /dev/null -d "email=$A" $APP/sign-up
CODE=$(node_modules/.bin/mailstop-client wait --to $A --code)
${confirm}
`,
    )
    expect(await run('sh', [script], env)).toEqual({
      code: 0,
      stdout: '<h1>Signed up</h1><h1>Signed up</h1>',
      stderr: '',
    })
  },
)

async function readReport(path: string): Promise<Report> {
  return JSON.parse(await readFile(path, 'utf8')) as Report
}

const decoded = (attachment: { body?: string } | undefined) =>
  Buffer.from(attachment?.body ?? '', 'base64').toString()
