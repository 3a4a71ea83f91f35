import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { GuardDemand } from '@mailstop/contract'
import type { Database } from '../../src/db/database.ts'
import { brokenGuards } from '../../src/features/mails/rows/mark-store.ts'
import { createGuards } from '../../src/features/mails/judge/guards.ts'
import { createJudging, type Judge } from '../../src/features/mails/judge/judging.ts'
import { mailInbox } from '../clients/mail-inbox.ts'
import { mailsOn } from '../support/mails-on.ts'
import type { Sent } from './guard-cases.ts'

/** A team with guards, whose mail is judged when the test says so. */
export async function guardedInbox(db: Database, others: Judge[] = []) {
  const inbox = await mailInbox(db)
  const { deps, clock, teamId, asker } = inbox
  const guards = createGuards({ ...deps, key: randomBytes(32) })
  onTestFinished(guards.stop)
  type Pause = (ms: number) => Promise<unknown>
  const judgingOf = (
    pause: Pause = async () => {},
    judges = [...others, guards.judge],
    clocked: { clock?: () => number } = {},
  ) =>
    createJudging({
      ...deps,
      ...clocked,
      judges,
      onError(error) {
        throw error
      },
      pause,
    })
  const judging = judgingOf()
  let sent = 0
  async function send({
    lines = [],
    body = 'Hello Bob',
    to,
    subject,
    from,
    inbox: into,
  }: Sent = {}) {
    sent += 1
    const recipients = to ?? ['bob@ours.com']
    const source = [
      `From: ${from ?? 'Ada <ada@ours.com>'}`,
      `To: ${recipients.join(', ')}`,
      `Subject: ${subject ?? `Mail ${sent}`}`,
      ...lines,
      '',
      body,
    ].join('\r\n')
    const { id } = await inbox.intake.receive({
      teamId,
      ...(into !== undefined && { inbox: into, login: 'app' }),
      envelope: { from: 'ada@ours.com', to: recipients },
      source: new Uint8Array(Buffer.from(source)),
      receivedAt: clock.time,
    })
    return id
  }
  const faultsOf = async (id: number) => (await brokenGuards(db.sql, [id])).get(id) ?? []
  const brokenBy = async (id: number) => (await faultsOf(id)).map(({ name }) => name)
  const on = (name: string, demand: GuardDemand, except: string | null = null) =>
    guards.create(asker, { name, demand, except, on: true })
  const found = async (q: string) =>
    (await mailsOn(deps).show.list(asker, { filter: 'all', q })).data.map(({ id }) => id)
  return { ...inbox, guards, judging, judgingOf, send, faultsOf, brokenBy, on, found, db }
}
