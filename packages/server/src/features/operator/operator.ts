import {
  limits,
  type OperatorAct,
  type OperatorOverview,
  type OperatorSetting,
} from '@mailstop/contract'
import { conflict, notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import { deleteActsBefore, insertAct, listActRows } from './act-store.ts'
import type { CaughtCounts } from './caught-counts.ts'
import { createOperatorPeople, type PeopleDeps } from './operator-people.ts'
import { findByEmail, setOperator } from './operator-store.ts'
import { createOperatorTeams, type OperatorTeamsDeps } from './operator-teams.ts'
import { isoTime } from './operator-view.ts'
import { countRows, queueCounts } from './overview-store.ts'

/**
 * What operators of the server may do beside any user. Each act asks for the role in its own transaction and leaves a
 * record there. The role opens no team and shows no mail.
 */
export type Operator = ReturnType<typeof createOperator>

export type ProcessFacts = Pick<OperatorOverview, 'version' | 'node' | 'roles'> & {
  startedAt: number
  /** Null when the store is on another machine, or its disk cannot be read. */
  freeBytes: () => Promise<number | null>
  settings: OperatorSetting[]
}

type OperatorDeps = PeopleDeps &
  OperatorTeamsDeps &
  Pick<FeatureDeps, 'db' | 'now'> & { caught: CaughtCounts; facts: ProcessFacts }

const dayMs = 24 * 60 * 60_000
const actsKeptMs = 365 * dayMs

export function createOperator(deps: OperatorDeps) {
  const { db, caught, facts, now } = deps

  async function overview(): Promise<OperatorOverview> {
    const since = now() - dayMs
    const counted = { most: limits.queueCounted, since }
    const [recent, users, teams, store, freeBytes, emails, forwarding] = await Promise.all([
      caught.recent(),
      countRows(db.sql, 'users'),
      countRows(db.sql, 'teams'),
      db.dialect.describe(db.sql),
      facts.freeBytes(),
      queueCounts(db.sql, 'outbox', counted),
      queueCounts(db.sql, 'rule_deliveries', counted),
    ])
    const queue = (name: 'emails' | 'forwarding', counts: typeof emails) => ({
      name,
      waiting: counts.waiting,
      failed: counts.failed,
      waiting_since: isoTime(counts.since),
    })
    return {
      version: facts.version,
      node: facts.node,
      database: store.product,
      roles: facts.roles,
      started_at: new Date(facts.startedAt).toISOString(),
      caught: recent,
      users,
      teams,
      store: { bytes: store.bytes, free_bytes: freeBytes },
      queues: [queue('emails', emails), queue('forwarding', forwarding)],
    }
  }

  async function acts(cursor: number | undefined) {
    const rows = await listActRows(db.sql, cursor, limits.operatorPage + 1)
    const shown = rows.slice(0, limits.operatorPage)
    const data = shown.map(({ at, operator_name, target_name, ...act }): OperatorAct => ({
      ...act,
      at: new Date(at).toISOString(),
      operator: operator_name,
      target: target_name,
    }))
    const isMore = rows.length > shown.length
    return { data, meta: { next_cursor: isMore ? String(shown.at(-1)?.id) : null } }
  }

  /** Grants the role to the verified account of an address, or takes it, for the person at the terminal. */
  const setRole = (email: string, isOperator: boolean): Promise<void> =>
    db.transaction(async (tx) => {
      const user = await findByEmail(tx, addressKey(email))
      if (!user) throw notFound()
      if (isOperator && user.email_verified_at === null) {
        throw conflict('The address of this account is not verified yet.')
      }
      await setOperator(tx, user.id, isOperator ? now() : null)
      await insertAct(tx, {
        at: now(),
        operator_id: null,
        operator_name: 'Command line',
        act: isOperator ? 'made_operator' : 'ended_operator',
        target_name: user.email,
      })
    })

  return {
    overview,
    people: createOperatorPeople(deps),
    teams: createOperatorTeams(deps),
    settings: () => Promise.resolve(facts.settings),
    acts,
    removeOldActs: () => deleteActsBefore(db.sql, now() - actsKeptMs),
    makeOperator: (email: string) => setRole(email, true),
    endOperator: (email: string) => setRole(email, false),
  }
}
