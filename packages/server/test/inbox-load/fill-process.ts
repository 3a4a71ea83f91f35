import { pino } from 'pino'
import { mergeWords } from '../../src/features/mails/find/search-store.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { setMark } from '../../src/features/mails/change/mail-change-store.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { strictEvents } from '../support/strict-events.ts'

/**
 * Puts mails that its parent hands over into a store, through the part that catches, without SMTP
 * before it. Says how many the team has, then answers each batch when it is on disk; ends when it is
 * disconnected.
 */
type Filling = { dataDir: string; databaseUrl: string | null; teamId: number }
type Batch = { mails: FilledMail[] }
type FilledMail = {
  inbox: number
  envelope: { from: string; to: string[] }
  source: Uint8Array
  receivedAt: number
  read: boolean
  flagged: boolean
}

const { dataDir, databaseUrl, teamId } = JSON.parse(process.argv[2] ?? '{}') as Filling
const db = await openDatabase({
  dataDir,
  log: pino({ level: 'silent' }),
  ...(databaseUrl !== null && { databaseUrl }),
})
const intake = createIntake({
  db,
  events: strictEvents(),
})
const { total } = await db.sql
  .selectFrom('team_counters')
  .select('total')
  .where('team_id', '=', teamId)
  .executeTakeFirstOrThrow()

let writing: Promise<void> = Promise.resolve()
process.on('message', (batch: Batch) => {
  writing = inTurn(batch)
})
process.on('disconnect', () => void writing.then(mergeAllWords).then(db.close))
process.send?.({ total })

/** As the product does while it has time. */
async function mergeAllWords(): Promise<void> {
  for (const task of db.tasks) await task.work()
  while (await mergeWords(db));
  for (const task of db.tasks) await task.work()
}

async function inTurn({ mails }: Batch): Promise<void> {
  await writing
  await write(mails)
  process.send?.({ written: mails.length })
}

async function write(mails: FilledMail[]): Promise<void> {
  const stored = await Promise.all(
    mails.map(({ inbox, envelope, source, receivedAt }) =>
      intake.receive({ teamId, inbox, envelope, source, receivedAt }),
    ),
  )
  const idsOf = (has: (mail: FilledMail) => boolean) =>
    stored.flatMap(({ id }, index) => (mails[index] && has(mails[index]) ? [id] : []))
  const read = idsOf((mail) => mail.read)
  const flagged = idsOf((mail) => mail.flagged)
  await db.transaction(async (tx) => {
    const now = Date.now()
    if (read.length > 0) await setMark(tx, teamId, read, 'read_at', now)
    if (flagged.length > 0) await setMark(tx, teamId, flagged, 'flagged_at', now)
  })
}
