import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { openDatabase } from '../../src/db/open-database.ts'
import { insertTeam, mailBatch } from '../support/store-rows.ts'

/**
 * A process that writes batches of mail until it is killed, and prints the ids of each batch once
 * its write has been acknowledged.
 */
const [dataDir = '', databaseUrl] = process.argv.slice(2)
const database = await openDatabase({
  dataDir,
  ...(databaseUrl && { databaseUrl }),
  log: pino({ level: 'silent' }),
})
const { teamId } = await insertTeam(database, 'ann')

async function writeForever(): Promise<never> {
  for (;;) {
    const ids = await database.nextIds('mails', 10)
    await database.write(ids.flatMap((id) => mailBatch(id, teamId, randomBytes(2000), `w${id}`)))
    process.stdout.write(`${ids.join(' ')}\n`)
  }
}

await Promise.all([writeForever(), writeForever()])
