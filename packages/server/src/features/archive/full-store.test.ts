import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { pino } from 'pino'
import { copyMigratedSqlite } from '../../../test/support/databases.ts'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { openDatabase } from '../../db/open-database.ts'
import { createIntake } from '../mails/catch/mail-intake.ts'
import { createImportMarks } from './import-marks.ts'
import { importMails } from './mail-import.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

const mail = (number: number) =>
  `From a@b.test Sat Nov 21 09:41:00 2020\nSubject: n${number}\n\n${randomBytes(30_000).toString('hex')}\n\n`

test('an import into a store that is full says so of each mail, and adds those alone once there is room', async () => {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const db = await openDatabase({ dataDir, log: pino({ level: 'silent' }), readers: 1 })
  onTestFinished(() => db.close())
  const { asker, deps } = await mailInbox(db)
  const { receive } = createIntake(deps)
  const limitTo = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db.sql)
  const file = Array.from({ length: 6 }, (_, number) => mail(number))
  const take = (mails: string[]) =>
    importMails(
      (async function* () {
        yield* mails.map((text) => Buffer.from(text))
      })(),
      {
        teamId: asker.teamId,
        inbox: 1,
        receive,
        marks: createImportMarks(db.sql, asker.teamId),
        maxMailBytes: 1e9,
        now: deps.now,
        onProgress: () => {},
      },
    )
  expect(await take(file.slice(0, 2))).toMatchObject({ imported: 2 })
  await limitTo(1)
  const full = await take(file)
  expect(full).toMatchObject({ imported: 0, already_there: 2, failed: 4 })
  expect(full.problems[0]).toEqual({ mail: 3, reason: 'The disk of the store is full.' })
  await limitTo(1_000_000)
  expect(await take(file)).toMatchObject({ imported: 4, already_there: 2, failed: 0 })
})
