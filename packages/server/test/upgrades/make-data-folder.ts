import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  createInvite,
  createPin,
  createRule,
  deleteMail,
  listMails,
  updateMail,
} from '@mailstop/contract'
import { listening, spawnChild } from '../durability/product-child.ts'
import { logIn, signUp } from '../durability/sign-in.ts'
import { startPostgres } from '../support/stores/postgres.ts'
import { sendMail } from '../clients/send-mail.ts'
import { appKey, writeDataFolder } from './data-folder.ts'
import { readStored } from './read-stored.ts'

/**
 * node make-data-folder.ts <checkout> <name> [<folder>]: has the product of another checkout fill a data folder, or with the
 * folder of the programs of a Postgres server also a database of that, and keeps it in `folders/<name>.json.gz` for
 * `upgrade.nightly.test.ts`. Run it for each release, once for each database.
 */
const [checkout = '', name = '', bin = null] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-release-'))
const main = resolve(checkout, 'packages/server/src/main.ts')
const postgres = bin === null ? null : await startPostgres(bin)
const store: Record<string, string> = postgres
  ? { DATABASE_URL: postgres.url, APP_KEY: appKey }
  : {}
const start = (env: Record<string, string> = {}) =>
  listening(spawnChild({ DATA_DIR: dataDir, ...store, ...env }, { program: [main] }))
const account = { name: 'Ada', email: 'ada@example.test', password: 'correct horse battery staple' }

// Without a relay the link of the verification is printed; with one there can be rules.
const first = await start()
await signUp(first, account)
first.signal('SIGTERM')
await first.exited
const product = await start({ MAIL_URL: 'smtp://127.0.0.1:1' })
const { api, team } = await logIn(product, account)
const params = { team: String(team.id) }

for (const mail of [
  { subject: 'Welcome, Grüße und 你好', text: 'The first message of many.' },
  {
    subject: 'Invoice 7',
    html: '<p>The sum is <b>12 euros</b>.</p>',
    cc: 'accounts@customer.test',
  },
  {
    subject: 'With a file',
    text: 'See the table.',
    attachments: [{ filename: 'table.csv', content: 'a,b\n1,2\n' }],
  },
  { subject: 'To many', text: 'Dear all,', to: manyRecipients() },
  { subject: 'Deleted', text: 'This one is in the trash.' },
  { subject: 'Quarterly numbers', text: 'zebra '.repeat(2_000) },
]) {
  await sendMail(product.smtpPort, team, mail)
}
await api.must(createPin, { params, body: { type: 'q', query: 'zebra', label: 'Zebras' } })
await api.must(createPin, { params, body: { type: 'rcpt', query: 'you@customer.test' } })
await api.must(createRule, {
  params,
  body: { name: 'Invoices', email: account.email, rules: { from: '*@billing.test' } },
})
await api.must(createInvite, { params, body: { email: 'bob@example.test' } })
const { data: mails } = await api.must(listMails, { params })
for (const { id, subject } of mails) {
  const mail = { ...params, mail: String(id) }
  if (subject === 'Invoice 7') await api.must(updateMail, { params: mail, body: { flagged: true } })
  if (subject === 'With a file') await api.must(updateMail, { params: mail, body: { read: true } })
  if (subject === 'Deleted') await api.must(deleteMail, { params: mail })
}
const { email, password } = account
const login = { email, password, cookies: [...api.cookies] }
const stored = { at: Date.now(), ...login, ...(await readStored(api)) }
product.signal('SIGTERM')
await product.exited

const files: Record<string, string> = {}
for (const entry of await readdir(dataDir, { withFileTypes: true })) {
  if (!entry.isFile() || entry.name === 'lock') continue
  files[entry.name] = await readFile(join(dataDir, entry.name), 'base64')
}
const dump = bin !== null && postgres ? dumpOf(bin, postgres.url) : null
await postgres?.stop()
await writeDataFolder(name, { stored, files, ...(dump !== null && { dump }) })
await rm(dataDir, { recursive: true })

/** As statements that any version of Postgres runs: without settings and without the commands of psql. */
function dumpOf(bin: string, url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments']
  const text = execFileSync(join(bin, 'pg_dump'), [...options, url], { encoding: 'utf8' })
  const left = /^(?:SET .*|SELECT pg_catalog\.set_config.*|\\.*|--.*)\n/gm
  return text.replaceAll(left, '').replaceAll(/\n{2,}/g, '\n')
}

function manyRecipients(): string[] {
  return Array.from({ length: 60 }, (_, at) => `person${at}@customer.test`)
}
