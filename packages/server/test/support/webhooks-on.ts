import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { createLimiter } from '../../src/attempts/attempts.ts'
import { createDestinations } from '../../src/egress/destinations.ts'
import { createEgress } from '../../src/egress/egress.ts'
import type { Meter } from '../../src/lib/process/meter.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { createWebhooks } from '../../src/features/webhooks/webhooks.ts'
import { permit } from '../../src/features/teams/team-access.ts'
import { requestBy, userActor } from './actors.ts'
import { mailerOn } from './mailer-on.ts'
import { mailsOn } from './mails-on.ts'
import { insertTeam } from './store-rows.ts'
import { strictEvents } from './strict-events.ts'

export type WebhookOptions = {
  port?: number
  wholeMs?: number
  /** Any host may be asked at these. */
  ports?: number[]
  isOn?: boolean
  metrics?: Meter
}

/** Webhooks of a team of one member, that may reach one port of this machine, the clock in the test's hands. */
export async function webhooksOn(
  db: Database,
  { port, ports, wholeMs = 2_000, isOn = true, metrics }: WebhookOptions = {},
) {
  const { mailer, clock, printed } = mailerOn(db)
  const now = () => clock.time
  const events = strictEvents()
  const limiter = createLimiter({ sql: db.sql, now })
  const log = pino({ level: 'silent' })
  const publicUrl = new URL('https://mail.example.com/box/')
  const mails = mailsOn({ db, events, permit, now, log } as never)
  const allow = { networks: [], hosts: port === undefined ? [] : [{ host: '127.0.0.1', port }] }
  const destinations = createDestinations({
    allow,
    ownHost: null,
    ownPorts: () => [],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    ...(ports && { ports }),
  })
  const egress = createEgress({ destinations, version: '1.2.3', wholeMs })
  const base = { db, events, limiter, mailer, log, now, permit, mails, egress, publicUrl }

  /** Several stand for several processes. */
  function processOf() {
    const webhooks = createWebhooks({
      ...base,
      key: new Uint8Array(32).fill(7),
      isOn,
      metrics,
      later: () => () => {},
      onError(error) {
        throw error
      },
    })
    onTestFinished(webhooks.stop)
    return webhooks
  }

  async function teamOf(name: string) {
    const { userId, teamId } = await insertTeam(db, name)
    const asker = requestBy(userActor(userId), teamId, 'manage_webhooks')
    const intake = createIntake({ db, events, now })
    /** Catches a mail. Returns its id. */
    async function receive(source = 'From: app@rocket.test\r\nSubject: Hello\r\n\r\nHi\r\n') {
      const { id } = await intake.receive({
        teamId,
        envelope: { from: 'app@rocket.test', to: ['you@customer.test'] },
        source: new Uint8Array(Buffer.from(source)),
        receivedAt: now(),
      })
      return id
    }
    return { userId, teamId, asker, receive }
  }

  return {
    ...(await teamOf('ann')),
    db,
    webhooks: processOf(),
    processOf,
    teamOf,
    events,
    clock,
    printed,
    mailer,
  }
}
