import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInbox, createToken, tokenScope } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { loadOrCreateCertificate } from '../../src/lib/tls/certificate.ts'
import { startApp } from '../support/harness.ts'
import { startTlsProxy } from './tls-proxy.ts'
import { newFolder } from '../support/new-folder.ts'

/**
 * The tests of Mailosaur's own client for Node, against this product. `npm run test:mailosaur` runs them from the
 * folder that MAILOSAUR_SUITE names: a checkout of github.com/mailosaur/mailosaur-node in which `npm ci` has run.
 * `npm test` leaves them out.
 */
// oxlint-disable-next-line no-process-env -- names test material, not configuration of the server
const folder = process.env['MAILOSAUR_SUITE']

/** Tests that do not pass, by the words of their full name, and why. */
const expectedFailures: [RegExp, string][] = [
  [/^emails spamAnalysis /, 'nothing rates how likely a message is spam'],
  [/^emails deliverabilityReport /, 'nothing reports on deliverability'],
  [/^servers CRUD should update an existing /, 'a name of an inbox has no emoji'],
  [/^usage /, 'nothing is charged for'],
  [/^devices /, 'there are no virtual devices'],
  [/^previews /, 'nothing renders messages in other mail programs'],
]
/** They skip themselves without a domain to which they may send. */
const expectedSkips = /^emails (?:create and send|forward|reply) /

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] }

test.runIf(folder)(
  'the client for Node passes its own tests, but for those that are named',
  { timeout: 600_000 },
  async () => {
    const suite = folder ?? ''
    const vitest = join(suite, 'node_modules/vitest/vitest.mjs')
    if (!existsSync(vitest)) {
      throw new Error(
        'Set MAILOSAUR_SUITE to a checkout of github.com/mailosaur/mailosaur-node in which npm ci has run',
      )
    }
    const { origin, smtpPort, signIn } = await startApp({
      RECEIVE_DOMAIN: 'localhost',
      TEAM_MAX_BYTES: '100000000',
    })
    const { api, team } = await signIn('ada')
    const { data } = await api.must(createToken, {
      params: { team: String(team.id) },
      body: { name: 'CI', scopes: [...tokenScope.options], expires_in_days: null },
    })
    // A list of servers is to have two.
    const params = { team: String(team.id) }
    await api.must(createInbox, { params, body: { name: 'Second' } })
    const own = newFolder()
    const certificate = (await loadOrCreateCertificate({ dataDir: own, hostname: 'localhost' }))()
    await writeFile(join(own, 'ca.pem'), certificate.cert)
    const proxy = await startTlsProxy(origin, certificate)
    onTestFinished(proxy.close)

    const output = join(own, 'report.json')
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--reporter=json', `--outputFile=${output}`],
      {
        cwd: suite,
        stdio: 'ignore',
        env: {
          https_proxy: proxy.tunnel,
          NODE_EXTRA_CA_CERTS: join(own, 'ca.pem'),
          MAILOSAUR_API_KEY: data.token,
          MAILOSAUR_SERVER: team.code,
          MAILOSAUR_BASE_URL: `${proxy.origin}/mailosaur/`,
          MAILOSAUR_SMTP_HOST: 'localhost',
          MAILOSAUR_SMTP_PORT: String(smtpPort),
        },
      },
    )
    onTestFinished(() => void child.kill())
    await new Promise((done) => child.once('exit', done))

    const report = JSON.parse(await readFile(output, 'utf8')) as Report
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    const counts = Map.groupBy(results, ({ status }) => status)
    const passed = counts.get('passed') ?? []
    const reasonOf = (name: string) => expectedFailures.find(([words]) => words.test(name))?.[1]
    const lines = results.map(({ fullName, status }) =>
      [
        status.padEnd(8),
        fullName,
        status === 'failed' ? `(${reasonOf(fullName) ?? '?'})` : '',
      ].join(' '),
    )
    process.stdout.write(`${lines.join('\n')}\n${passed.length} of ${results.length} passed\n`)
    const wrong = results.filter(({ fullName, status }) => {
      if (expectedSkips.test(fullName)) return status !== 'skipped' && status !== 'pending'
      return (status === 'failed') !== (reasonOf(fullName) !== undefined)
    })
    expect(wrong).toEqual([])
    expect(passed.length).toBeGreaterThanOrEqual(30)
  },
)
