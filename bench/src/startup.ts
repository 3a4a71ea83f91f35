import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listMails, type Team } from '@mailstop/contract'
import { median } from './load/percentiles.ts'
import { runLoad } from './load/run-load.ts'
import { sampleMails, sendMail, type SampleMail } from './load/sample-mails.ts'
import { openSession } from './load/smtp-session.ts'
import { removeFolder, temporaryFolder } from './processes.ts'
import { readUsage } from './process-usage.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, table, whole } from './report/table.ts'
import { startMailstop } from './targets/mailstop.ts'
import { createMailstopApi, logIn, signUp, type MailstopApi } from './targets/mailstop-api.ts'

/**
 * npm run bench:startup: how long Mailstop takes from being started to answering, and to showing the
 * first mail that is sent to it, on data folders of several sizes.
 */
const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '0,10000' },
    starts: { type: 'string', default: '5' },
  },
})

type StartupResult = {
  mailsInFolder: number
  servingMs: number
  firstMailMs: number
  rssMb: number
}

const fillLimitMs = 120_000
const [firstMail] = sampleMails(2, 1) as [SampleMail]

const where = circumstances()
const results: StartupResult[] = []
for (const mailsInFolder of values.mails.split(',').map(Number)) {
  const dataDir = temporaryFolder()
  await fill(dataDir, mailsInFolder)
  for (let start = 0; start < Number(values.starts); start += 1) {
    results.push({ mailsInFolder, ...(await measureStart(dataDir, start)) })
  }
  removeFolder(dataDir)
}

const sizes = [...new Set(results.map(({ mailsInFolder }) => mailsInFolder))]
const rows = sizes.map((size) => {
  const mid = (value: (result: StartupResult) => number) =>
    median(results.filter(({ mailsInFolder }) => mailsInFolder === size).map(value))
  const [servingMs, firstMailMs] = [mid((one) => one.servingMs), mid((one) => one.firstMailMs)]
  return [
    whole(size),
    whole(servingMs),
    whole(firstMailMs),
    decimals(
      mid((one) => one.rssMb),
      0,
    ),
  ]
})
console.log(table(['mails in the folder', 'serving ms', 'first mail ms', 'RSS MB'], rows))
console.log(`\nEvery number: ${keepResults('startup', where, { results })}`)
process.exit(0)

/** Signs up on the folder and sends it that many mails. */
async function fill(dataDir: string, mails: number): Promise<void> {
  const product = await startMailstop(dataDir)
  const team = await signUp(createMailstopApi(product.origin), product.verificationToken)
  if (mails > 0) {
    const result = await runLoad({
      port: product.smtpPort,
      credentials: credentialsOf(team),
      connections: 10,
      mode: 'kept-open',
      seed: 1,
      warmUpMs: 0,
      measureMs: fillLimitMs,
      mailLimit: mails,
    })
    if (result.accepted < mails) throw new Error(`Only ${result.accepted} of ${mails} were sent`)
  }
  await product.process.stop()
}

async function measureStart(dataDir: string, start: number) {
  const startedAt = performance.now()
  const product = await startMailstop(dataDir)
  const api = createMailstopApi(product.origin)
  await api.send('GET', '/sanctum/csrf-cookie')
  const servingMs = performance.now() - startedAt

  // Logging in takes its time on purpose (argon2) and is no part of starting: it is timed and left out.
  const logInFrom = performance.now()
  const team = await logIn(api)
  const before = await newestMail(api, team)
  const logInMs = performance.now() - logInFrom
  const session = await openSession(product.smtpPort, credentialsOf(team))
  await sendMail(session, firstMail, start)
  await session.quit()
  while ((await newestMail(api, team)) === before) await delay(1)
  const firstMailMs = performance.now() - startedAt - logInMs
  const { rssMb } = readUsage(product.process.pid)
  await product.process.stop()
  return { servingMs, firstMailMs, rssMb }
}

async function newestMail(api: MailstopApi, team: Team): Promise<number | undefined> {
  const { data } = await api.call(listMails, {
    params: { team: String(team.id) },
    query: { per_page: '1' },
  })
  return data[0]?.id
}

function credentialsOf(team: Team) {
  return { username: team.smtp_username, password: team.smtp_password }
}
