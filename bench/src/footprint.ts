import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startFootprint, startMs, type Start } from './footprint/footprint-start.ts'
import { readMemory, type Memory } from './footprint/process-memory.ts'
import { median } from './load/percentiles.ts'
import { runLoad } from './load/run-load.ts'
import { removeFolder, temporaryFolder } from './processes.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, table, whole } from './report/table.ts'
import { createMailstopApi, signUp } from './targets/mailstop-api.ts'
import { footprintForms } from './footprint/footprint-forms.ts'

/**
 * npm run bench:footprint: processes, memory and the time to the first `220`, of the packaged server
 * and of `npm start`, and of another checkout with `--before <path>`.
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    starts: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    after: { type: 'string', default: '60' },
    only: { type: 'string' },
  },
})

type Footprint = {
  form: string
  atRest: Memory
  signedIn: Memory
  underLoad: Memory
  afterBurst: Memory
  mailsPerSecond: number
  starts: number[]
}

const restMs = 5_000
const sampleMs = 250
/** Stated for Mailpit where its figures were measured: at rest, and under load. */
const mailpit = ['Mailpit', '1', '33', '', '', '42', '', '', '']

const where = circumstances()
const forms = footprintForms(values.before)
const wanted = forms.filter(({ name }) => !values.only || name.startsWith(values.only))
const results: Footprint[] = []
for (const form of wanted) results.push(await measureMemory(form))
// Starts take turns, so that a slow minute of the machine falls on all of them.
for (let turn = 0; turn < Number(values.starts); turn += 1) {
  for (const form of wanted) {
    results.find((result) => result.form === form.name)?.starts.push(await startMs(form))
  }
}

console.log(`${where.processor}, ${where.cores} cores, load ${where.loadBefore.toFixed(1)}`)
console.log('Memory of all processes in MB: RSS / PSS\n')
const headings = [
  'form',
  'processes',
  'at rest',
  'signed in',
  `${values.after} s after`,
  'under load',
  'mails/s',
  'start to 220 ms',
  'worst',
]
console.log(table(headings, [...results.map(row), mailpit]))
console.log(`\nEvery number: ${keepResults('footprint', where, { results })}`)
process.exit(0)

async function measureMemory(form: Start): Promise<Footprint> {
  const dataDir = temporaryFolder()
  const product = await startFootprint(form, dataDir)
  await delay(restMs)
  const atRest = readMemory(product.pid)
  const api = createMailstopApi(product.origin)
  const team = await signUp(api, product.verificationToken)
  const signedIn = readMemory(product.pid)
  let underLoad = signedIn
  const sampling = setInterval(() => {
    const now = readMemory(product.pid)
    if (now.rssMb > underLoad.rssMb) underLoad = now
  }, sampleMs)
  const { mailsPerSecond } = await runLoad({
    port: product.smtpPort,
    credentials: { username: team.smtp_username, password: team.smtp_password },
    connections: 10,
    mode: 'per-mail',
    seed: 1,
    warmUpMs: 1_000,
    measureMs: Number(values.seconds) * 1_000,
  })
  clearInterval(sampling)
  await delay(Number(values.after) * 1_000)
  const afterBurst = readMemory(product.pid)
  await product.stop()
  removeFolder(dataDir)
  return { form: form.name, atRest, signedIn, underLoad, afterBurst, mailsPerSecond, starts: [] }
}

function row(result: Footprint): string[] {
  const { form, atRest, signedIn, underLoad, afterBurst, mailsPerSecond, starts } = result
  const both = ({ rssMb, pssMb }: Memory) => `${decimals(rssMb, 0)} / ${decimals(pssMb, 0)}`
  return [
    form,
    whole(atRest.processes),
    both(atRest),
    both(signedIn),
    both(afterBurst),
    both(underLoad),
    whole(mailsPerSecond),
    whole(median(starts)),
    whole(Math.max(...starts)),
  ]
}
