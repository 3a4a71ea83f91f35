import { expect, type Page } from '@playwright/test'
import { listTeams, type Team } from '@mailstop/contract'
import { openAccount } from '../account.ts'
import { test as journey } from '../journey.ts'
import { csharpRun, elixirRun, exampleRuns } from './example-runs.ts'
import { runExample } from './run-example.ts'
import { startSecretTaker, type SecretTaker } from './secret-taker.ts'
import { countSent } from './sent-mails.ts'
import { copyExample, openExamples } from './shown-examples.ts'

/** One login for all tests, which differ only in their example. */
const test = journey.extend<object, { examples: Page; taker: SecretTaker }>({
  examples: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({ baseURL: product.url })
      const page = await context.newPage()
      await openAccount(page, product)
      await use(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
  taker: [
    // Playwright requires a destructured first argument, even an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const taker = await startSecretTaker()
      await use(taker)
      await taker.close()
    },
    { scope: 'worker' },
  ],
})

// Compilers are slow, and the first run also downloads packages.
test.setTimeout(600_000)

for (const run of exampleRuns) {
  test(`the code shown for ${run.name} sends a mail, by each kind of port`, async ({
    examples: page,
    product,
  }) => {
    for (const [sent, port] of [
      [1, `${product.smtpPort}`],
      [2, `${product.starttlsPort} STARTTLS`],
      [3, `${product.smtpsPort} TLS`],
    ] as const) {
      await openExamples(page, port)
      await runExample(run, await copyExample(page, run.name))
      expect(await countSent(page.context(), run.subject), port).toBe(sent)
    }
  })
}

const hostile = `it's "q" \\ $HOME \${x} \\\${y:z} #{1+1} \\n %d %41 {0} <b> # ! ; & | ~ ^ * ? [ ] ( ) , : @ / + \`id\``
const secrets = { hostile, foreign: `'Zürich 佐藤 🚀'`, word: 'true' }

/** Shows the page with this password and this port. */
async function openWithSecret(page: Page, password: string, port: number): Promise<void> {
  await page.route(`**${listTeams.path}`, async (route) => {
    const reply = (await (await route.fetch()).json()) as { data: Team[] }
    const shown = { smtp_server: 'localhost', smtp_ports: String(port) }
    const tls = { smtp_starttls_ports: String(port), smtps_ports: '' }
    const data = reply.data.map((team) => ({ ...team, ...shown, ...tls, smtp_password: password }))
    await route.fulfill({ json: { data } })
  })
  await openExamples(page)
  await expect(page.getByText(String(port), { exact: true })).toBeVisible()
}

test.afterEach(({ examples }) => examples.unrouteAll({ behavior: 'ignoreErrors' }))

for (const run of [...exampleRuns, csharpRun]) {
  for (const [kind, password] of Object.entries(secrets)) {
    if (kind === 'foreign' && run.asciiOnly) continue
    test(`the code shown for ${run.name} hands over a ${kind} secret unchanged, encrypted`, async ({
      examples: page,
      taker,
    }) => {
      await openWithSecret(page, password, taker.port)
      const username = await page.getByText('Username').locator('+ dd').innerText()
      await runExample(run, await copyExample(page, run.name))
      const { logins, mails } = taker.taken()
      expect(logins).toEqual([[username.trim(), password, 'TLS']])
      expect(mails).toHaveLength(1)
      expect(mails[0]?.split('\r\n')).toContain(`Subject: ${run.subject}`)
    })
  }
}

for (const [kind, password] of Object.entries(secrets)) {
  test(`the configuration shown for Elixir holds a ${kind} secret unchanged`, async ({
    examples: page,
  }) => {
    await openWithSecret(page, password, 2525)
    const username = await page.getByText('Username').locator('+ dd').innerText()
    const printed = await runExample(elixirRun, await copyExample(page, elixirRun.name))
    const values = ['localhost', '2525', username.trim(), password, 'Swoosh.Adapters.SMTP']
    expect(printed.trimEnd().split('\n')).toEqual(values)
  })
}
