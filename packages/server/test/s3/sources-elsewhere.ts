import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { caughtMailSubscribers as subscribers } from '../../src/app/caught-mail-subscribers.ts'
import { openDatabase, type DatabaseOptions } from '../../src/db/open-database.ts'
import { createEvents } from '../../src/events.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { findSource } from '../../src/features/mails/rows/mail-store.ts'
import { readSourcesUrl } from '../../src/lib/sources-url.ts'
import { newPostgres } from '../support/databases.ts'
import { insertVerifiedTeam } from '../support/factories.ts'

type Options = Partial<DatabaseOptions> & { sourcesUrl?: string; databaseUrl?: string }

/** A store on a database of the test's own, or on that of another one, with what catches mail to it. */
export async function openElsewhere({ sourcesUrl, ...options }: Options = {}) {
  const databaseUrl = options.databaseUrl ?? (await ownDatabase())
  const address = sourcesUrl === undefined ? null : readSourcesUrl(sourcesUrl)
  const db = await openDatabase({
    dataDir: tmpdir(),
    log: pino({ level: 'silent' }),
    subscribers,
    ...options,
    databaseUrl,
    ...(address && { sourcesAddress: address }),
  })
  onTestFinished(() => db.close())
  const intake = createIntake({ db, events: createEvents(() => {}) })
  return {
    databaseUrl,
    db,
    newTeam: (name: string | number = 1) => insertVerifiedTeam(db, name),
    async receive(teamId: number, source: Uint8Array | string): Promise<number> {
      const envelope = { from: 'app@rocket.test', to: ['you@customer.test'] }
      // A copy: a source is given away.
      const bytes = new Uint8Array(Buffer.from(source))
      const { id } = await intake.receive({ teamId, envelope, source: bytes, receivedAt: 1 })
      return id
    },
    async sourceOf(teamId: number, id: number): Promise<string | undefined> {
      const source = await findSource(db, teamId, id)
      return source && Buffer.from(source).toString('latin1')
    },
    segments: () =>
      db.sql.selectFrom('source_segments').select(['id', 'state', 'bytes']).orderBy('id').execute(),
    /** As a sweep so many hours from now. */
    sweep: (hours: number) =>
      db.sources.sweep({
        now: () => Date.now() + hours * 60 * 60_000,
        signal: new AbortController().signal,
      }),
  }
}

async function ownDatabase(): Promise<string> {
  const url = await newPostgres()
  return url
}
