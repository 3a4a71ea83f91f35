import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runIngestCase, type IngestResult } from './ingest-case.ts'
import type { LoadMode } from './load/load-job.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { ingestTable, ratios } from './report/ingest-table.ts'
import { maildev } from './targets/maildev.ts'
import { checked, filtered, guarded, hooked, mailstop, mailstopOf } from './targets/mailstop.ts'
import { smtpSink } from './targets/smtp-sink.ts'

/**
 * npm run bench:ingest: how many mails a second Mailstop accepts, beside MailDev and a server that
 * does nothing; with --base <checkout>, beside the server of that checkout; with --guards, with guards, with checks and without either; or, with --webhook, with a webhook whose receiver is dead, and one whose filter finds nothing. Rounds take turns, so
 * that a slow minute of the machine falls on all of them.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    'warm-up': { type: 'string', default: '2' },
    connections: { type: 'string', default: '10' },
    only: { type: 'string' },
    base: { type: 'string' },
    guards: { type: 'boolean', default: false },
    webhook: { type: 'boolean', default: false },
  },
})
const bases = values.base === undefined ? [] : [mailstopOf(resolve(values.base))]
const compared = values.guards
  ? [guarded, checked]
  : values.webhook
    ? [hooked, filtered, ...bases]
    : bases
const all = [mailstop, ...(compared.length > 0 ? compared : [maildev, smtpSink])]
const wanted = values.only?.split(',')
const targets = all.filter(
  ({ name }) => !wanted || wanted.some((start) => name.toLowerCase().startsWith(start)),
)
const options = {
  connections: Number(values.connections),
  warmUpMs: Number(values['warm-up']) * 1_000,
  measureMs: Number(values.seconds) * 1_000,
}
const modes: LoadMode[] = ['kept-open', 'per-mail']

const where = circumstances()
const { processor, cores, node, commit, changedFiles, loadBefore } = where
console.log(`${processor}, ${cores} cores, Node ${node}, load ${loadBefore.toFixed(1)}`)
console.log(`commit ${commit}${changedFiles ? ` and ${changedFiles} changed files` : ''}\n`)

const results: IngestResult[] = []
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const mode of modes) {
    for (const target of targets) {
      const result = await runIngestCase(target, mode, { ...options, round })
      results.push(result)
      const rate = `${Math.round(result.mailsPerSecond)} mails/s`
      console.log(`round ${round}  ${mode.padEnd(9)}  ${target.name.padEnd(14)}  ${rate}`)
    }
  }
}

console.log(`\n${ingestTable(results, modes, targets)}\n`)
for (const other of compared.filter((target) => targets.includes(target))) {
  console.log(`${ratios(results, modes, [mailstop, other])}\n`)
}
console.log(`Every number: ${keepResults('ingest', where, { ...options, results })}`)
process.exit(0)
