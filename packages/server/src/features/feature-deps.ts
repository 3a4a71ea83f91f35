import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { EventBus } from '../events.ts'
import type { Limiter } from '../attempts/attempts.ts'
import type { Mailer } from '../mailer/mailer.ts'

/** What features are built on; each picks the parts that it uses. */
export type FeatureDeps = {
  db: Database
  events: EventBus
  mailer: Pick<Mailer, 'enqueue'>
  limiter: Limiter
  /** The base of links in mails, never taken from a request; read again for each link. */
  publicUrl: URL
  log: Logger
  now: () => number
}
