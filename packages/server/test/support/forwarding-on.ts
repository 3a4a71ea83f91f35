import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { userIdOf } from '../../src/actor.ts'
import type { Database } from '../../src/db/database.ts'
import {
  createDeliveries,
  type DeliveriesDeps,
} from '../../src/features/forwarding/delivery/deliveries.ts'
import { createMessageMaker } from '../../src/features/forwarding/delivery/message-maker.ts'
import { createRules } from '../../src/features/forwarding/rules/rules.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { findSource } from '../../src/features/mails/rows/mail-store.ts'
import { createSuppression } from '../../src/features/suppression/suppression.ts'
import { permit, type Permit } from '../../src/features/teams/team-access.ts'
import { createLimiter } from '../../src/attempts/attempts.ts'
import { deliverToRelay } from '../../src/mailer/relay.ts'
import { requestBy, userActor } from './actors.ts'
import { mailerOn } from './mailer-on.ts'
import { insertTeam } from './store-rows.ts'
import { strictEvents } from './strict-events.ts'

const mailFrom = 'Mailstop <no-reply@mail.example.com>'
const own = { mailFrom, smtpHost: 'inbox.example.com', mark: 'ourmark' }

type Options = Partial<Pick<DeliveriesDeps, 'caps' | 'sourceOf' | 'metrics'>> & {
  /** Null: there is none. */
  mailUrl?: string | null
  publicUrl?: string
  /** Replaces one that always allows the asker. */
  permit?: Permit
}

/** Rules, and what they have sent, of a team with one verified member, the clock in the test's hands. */
export async function forwardingOn(db: Database, options: Options = {}) {
  const { mailUrl = 'smtp://127.0.0.1:1', publicUrl: base, permit: asked, ...instead } = options
  const publicUrl = new URL(base ?? 'http://localhost:8025')
  const { userId, teamId } = await insertTeam(db, 'ann')
  await db.sql.updateTable('users').set({ email_verified_at: 1 }).execute()
  const { mailer, clock, printed, logged } = mailerOn(db)
  const now = () => clock.time
  const emitted: unknown[] = []
  const events = strictEvents()
  events.on('teamOutdated', (event) => emitted.push(event))
  const limiter = createLimiter({ sql: db.sql, now })
  /** The user who asks sees the rules even when a test has ended their membership. */
  const permitHere: Permit = async (sql, request) => {
    const isAsker = userIdOf(request.actor) === userId && request.teamId === teamId
    return isAsker ? { name: 'Ann' } : permit(sql, request)
  }
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const key = new Uint8Array(32).fill(5)
  const suppression = createSuppression({ db, events, key, publicUrl, log, now })
  const canSend = mailUrl !== null
  const parts = { db, events, mailer, suppression, limiter, canSend, own, publicUrl, now }
  const rules = createRules({ ...parts, permit: asked ?? permitHere })
  const intake = createIntake({ db, events })

  /** Several stand for several processes. */
  function deliveriesBy(url: string | null = mailUrl) {
    const deliveries = createDeliveries({
      db,
      events,
      deliver: url === null ? null : deliverToRelay(url, mailFrom),
      own,
      stopUrlOf: suppression.urlOf,
      messages: createMessageMaker(),
      sourceOf: (team, mail) => findSource(db, team, mail),
      limiter,
      caps: { team: 1_000, address: 1_000 },
      log,
      now,
      ...instead,
    })
    onTestFinished(deliveries.stop)
    return deliveries
  }

  /** Catches a mail. Returns its id. */
  async function receive(source = 'From: app@rocket.test\r\nSubject: Hello\r\n\r\nHi\r\n') {
    const { id } = await intake.receive({
      teamId,
      envelope: { from: 'app@rocket.test', to: ['you@customer.test'] },
      source: new Uint8Array(Buffer.from(source, 'latin1')),
      receivedAt: now(),
      followsRules: true,
    })
    return id
  }

  /** Finds the token of the newest email. */
  async function lastToken(): Promise<string> {
    await mailer.idle()
    return /\/forwarding-verification\?token=([\w-]{43})$/.exec(printed.at(-1) ?? '')?.[1] ?? ''
  }

  const asker = requestBy(userActor(userId), teamId, 'change_rules' as never)
  return {
    db,
    asker,
    /** What a feature beside the rules is made of. */
    parts,
    rules,
    suppression,
    deliveries: deliveriesBy(),
    deliveriesBy,
    receive,
    lastToken,
    clock,
    printed,
    logged,
    emitted,
  }
}
