import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { openDatabase } from '../../src/db/open-database.ts'
import { readSourcesUrl } from '../../src/lib/sources-url.ts'

// Sweeps as if days went by, for a test that kills it: the arguments are the database, the object store and the day.

const [databaseUrl = '', sourcesUrl = '', from = '0'] = process.argv.slice(2)
const address = readSourcesUrl(sourcesUrl)
if (!address) throw new Error('No object store is named')
const db = await openDatabase({
  dataDir: tmpdir(),
  databaseUrl,
  sourcesAddress: address,
  log: pino({ level: 'silent' }),
})
process.stdout.write('sweeping\n')
for (let day = Number(from); ; day += 1) {
  const now = () => Date.now() + day * 24 * 60 * 60_000
  await db.sources.sweep({ now, signal: new AbortController().signal })
}
