import { parseArgs } from 'node:util'
import { fillTeam } from './inbox/fill-team.ts'
import { benchTeam } from './inbox/bench-team.ts'
import { whole } from './report/table.ts'

/**
 * npm run bench:fill -- --data-dir <folder>: fills a data folder, or the Postgres of --database-url, with a team of
 * `--mails` mails, to try the product on: log in as bench@bench.example, password "bench bench bench". Run again
 * after an interruption it goes on, and with more --mails it adds.
 */
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    'database-url': { type: 'string' },
    mails: { type: 'string', default: '1000000' },
  },
})
const dataDir = values['data-dir']
if (dataDir === undefined) {
  console.error('Name the folder to fill: npm run bench:fill -- --data-dir ./data')
  process.exit(2)
}
const mails = Number(values.mails)
const databaseUrl = values['database-url'] ?? null
const team = await benchTeam(dataDir, databaseUrl)
const startedAt = performance.now()
let from: number | undefined
let shownAt = 0
await fillTeam({
  dataDir,
  databaseUrl,
  teamId: team.id,
  mails,
  onProgress(done) {
    from ??= done
    const now = performance.now()
    if (now - shownAt < 1_000 && done < mails) return
    shownAt = now
    const rate = ((done - from) / (now - startedAt)) * 1_000
    process.stdout.write(`\r${whole(done)} of ${whole(mails)} mails, ${whole(rate)}/s   `)
  },
})
console.log(`\n${dataDir} holds ${whole(mails)} mails`)
process.exit(0)
