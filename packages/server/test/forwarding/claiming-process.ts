import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { openDatabase } from '../../src/db/open-database.ts'
import { createQueueStore } from '../../src/queue/queue-store.ts'

/**
 * A process that claims whatever delivery is due, as fast as it can, and says which it got, until its
 * input ends. Its argument is the URL of the database.
 */
const databaseUrl = process.argv[2] ?? ''
const db = await openDatabase({ dataDir: tmpdir(), databaseUrl, log: pino({ level: 'silent' }) })
const store = createQueueStore(db, 'rule_deliveries')
let isOver = false
process.stdin.on('end', () => (isOver = true)).resume()
process.stdout.write('ready\n')
for (let turn = 0; !isOver; turn += 1) {
  const now = Date.now()
  const claim = `${process.pid} ${turn}`
  const row = await store.claimNext({ claim, now, until: now + 90_000 })
  if (!row) continue
  process.stdout.write(`${row.id}\n`)
  await store.change(row, { state: 'sent', claim: null, settled_at: now })
}
await db.close()
