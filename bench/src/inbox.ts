import { parseArgs } from 'node:util'
import { benchTeam } from './inbox/bench-team.ts'
import { fillTeam } from './inbox/fill-team.ts'
import { measureInbox } from './inbox/measure-inbox.ts'
import { removeFolder, temporaryFolder } from './processes.ts'
import { startPostgres } from './inbox/start-postgres.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { inboxTable } from './report/inbox-table.ts'
import { whole } from './report/table.ts'

/**
 * npm run bench:inbox: what an inbox costs at several sizes, over HTTP on a product as a user starts
 * it. The stores are filled first, in folders that go with the bench unless --keep names one; with
 * --postgres in a server that goes with it. With --second few, one mail in a thousand is in a second inbox, with --second
 * most all but one in a thousand; then reads of both inboxes are measured, and no others.
 */
const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '10000,100000' },
    keep: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    'reads-only': { type: 'boolean', default: false },
    'changes-only': { type: 'boolean', default: false },
    arriving: { type: 'boolean', default: false },
    second: { type: 'string' },
  },
})
const second = values.second === 'few' || values.second === 'most' ? values.second : null
const sizes = values.mails.split(',').map(Number)
const databases = values.postgres ? await startPostgres(sizes.map((mails) => `bench_${mails}`)) : []

const where = circumstances()
const results = []
for (const [index, mails] of sizes.entries()) {
  const databaseUrl = databases[index] ?? null
  const dataDir = values.keep === undefined ? temporaryFolder() : `${values.keep}/${mails}`
  const team = await benchTeam(dataDir, databaseUrl, second !== null)
  const onProgress = (done: number) =>
    process.stderr.write(`\rfilling: ${whole(done)} of ${whole(mails)}`)
  await fillTeam({ dataDir, databaseUrl, teamId: team.id, mails, second, onProgress })
  process.stderr.write('\n')
  results.push({
    mails,
    ...(await measureInbox({
      dataDir,
      databaseUrl,
      reads: !values['changes-only'],
      changes: !values['reads-only'],
      arriving: values.arriving,
      inboxes: second !== null,
    })),
  })
  if (values.keep === undefined) removeFolder(dataDir)
}
console.log(inboxTable(results))
console.log(`\nEvery number: ${keepResults('inbox', where, { ...values, results })}`)
process.exit(0)
