import type { Database } from '../../src/db/database.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { createCaughtCounts } from '../../src/features/operator/caught-counts.ts'
import { createOperator } from '../../src/features/operator/operator.ts'
import { teamsOn } from './teams-on.ts'
import { mailsOn } from './mails-on.ts'

/** Operators on a database: `chief` is the first of them, as the first verified account. */
export async function operatorOn(db: Database) {
  const parts = teamsOn(db)
  const { events, accounts, teams, requirePassword, clock } = parts
  const now = () => clock.time
  const fail = (error: unknown) => {
    throw error
  }
  const intake = createIntake({ db, events, now })
  const mails = mailsOn({
    db,
    events,
    permit: teams.permit,
    now,
  })
  const caught = createCaughtCounts({ db, events, now, onError: fail })
  const operator = createOperator({
    db,
    now,
    accounts,
    teams,
    mails,
    requirePassword,
    caught,
    facts: {
      version: '1.2.3',
      node: 'v24',
      roles: ['http'],
      startedAt: clock.time,
      freeBytes: async () => 5_000,
      settings: [],
    },
  })
  const chief = await parts.person('chief')
  parts.emitted.length = 0
  const sessionsEnded: unknown[] = []
  events.on('sessionEnded', (event) => sessionsEnded.push(event))
  return {
    ...parts,
    intake,
    mails,
    caught,
    operator,
    chief,
    sessionsEnded,
    mailOf: (teamId: number) => ({
      teamId,
      envelope: { from: 'a@b.test', to: ['c@d.test'] },
      source: new Uint8Array(Buffer.from('Subject: x\r\n\r\n')),
      receivedAt: clock.time,
    }),
    /** Who did what to whom, the newest first. */
    async acts() {
      const { data } = await operator.acts(undefined)
      return data.map(({ operator: by, act, target }) => [by, act, target])
    },
  }
}
