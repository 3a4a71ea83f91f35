import { limits, type Webhook, type WebhookEvent, type WebhookKind } from '@mailstop/contract'
import { userIdOf, type TeamRequest } from '../../actor.ts'
import type { Tx } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import type { SoonDeps } from '../../lib/process/soon.ts'
import { createPlaces } from '../../lib/shares/places.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Mails } from '../mails/mails.ts'
import type { Permit } from '../teams/teams.ts'
import { createDispatch } from './dispatch.ts'
import { exampleOf } from './example-rules.ts'
import { createHappenings } from './happenings/happenings.ts'
import { teamLimit } from './sending.ts'
import { createTurns, type TurnDeps } from './turns.ts'
import {
  cancelWaiting,
  deleteDeliveries,
  findDelivery,
  forgetDeleted,
  listLog,
  listLogs,
  queueAgain,
  trimLogs,
  type DeliveryState,
} from './webhook-delivery-store.ts'
import { createWebhookSecrets } from './webhook-secrets.ts'
import {
  changeState,
  changeWebhook,
  deleteWebhook,
  findOwned,
  findWebhook,
  insertWebhook,
  listWebhooks,
  type OwnedWebhook,
  type WebhookRow,
} from './webhook-store.ts'
import { measureWebhooks } from './webhook-metrics.ts'
import { deliveryView, webhookView } from './webhook-view.ts'

export type WebhookDeps = Pick<
  FeatureDeps,
  'db' | 'events' | 'limiter' | 'log' | 'mailer' | 'now' | 'publicUrl'
> &
  Pick<TurnDeps, 'egress' | 'metrics'> & {
    permit: Permit
    mails: TurnDeps['mails'] & { find: Pick<Mails['find'], 'queryKey'> }
    key: Uint8Array
    /** Whether the operator lets this server send them. */
    isOn: boolean
  } & SoonDeps

/** Tests that wait for a receiver: of all, and of the teams that one person owns. */
const testsAtOnce = { most: 16, each: 2 }

type Request = TeamRequest<'manage_webhooks'>

type Settings = {
  name: string
  url: string
  events: WebhookEvent[]
  filter: string | null
  contents: boolean
}
type Change = { [Field in keyof Settings]?: Settings[Field] | undefined } & {
  on?: boolean | undefined
}

const dayMs = 24 * 60 * 60_000

/**
 * Addresses that a team has sent what happens in it. Every operation refuses, as if the team did not exist, a user who
 * is not a member.
 */
export type Webhooks = ReturnType<typeof createWebhooks>

export function createWebhooks(deps: WebhookDeps) {
  const { db, events, limiter, mails, permit, isOn, publicUrl, now } = deps
  const secrets = createWebhookSecrets(deps.key)
  const ofTeam = limiter(...teamLimit)
  const pageOf = (path: string, team: number) => new URL(`${path}?team=${team}`, publicUrl)
  const places = {
    urlOfMail: (team: number, mail: number) => pageOf(`inbox/${mail}`, team).href,
    urlOfTeam: (team: number) => pageOf('inbox', team).href,
    settingsUrl: (team: number) => pageOf('integrations/webhooks', team),
  }
  const turns = createTurns({ ...deps, ...places, secrets })
  const dispatch = createDispatch({ ...deps, take: turns.take })
  const happenings = createHappenings(deps)
  if (deps.metrics) measureWebhooks(deps.metrics, db.sql)

  const viewOf = (row: WebhookRow) => webhookView(row, secrets.urlOf(row), now())

  async function requireRow(
    store: Parameters<typeof findWebhook>[0],
    { teamId }: Request,
    id: number,
  ) {
    const row = await findWebhook(store, teamId, id)
    if (!row) throw notFound()
    return row
  }

  async function list(request: Request): Promise<Webhook[]> {
    await permit(db.sql, request)
    return (await listWebhooks(db.sql, request.teamId)).map(viewOf)
  }

  async function create(
    request: Request,
    { kind, ...settings }: Settings & { kind: WebhookKind },
  ): Promise<Webhook & { secret: string | null }> {
    const { teamId } = request
    requireOn()
    requireFilter(settings.filter)
    requireAddress(kind, settings.url)
    const { secret, secret_sealed } =
      kind === 'standard' ? secrets.newSecret(teamId) : { secret: null, secret_sealed: null }
    const row = await changing(request, async (tx) => {
      if ((await listWebhooks(tx, teamId)).length >= limits.webhooksPerTeam) {
        const most = limits.webhooksPerTeam
        throw conflict(`A team can have at most ${most} webhooks. Remove one first.`)
      }
      const given = columnsOf(teamId, settings)
      const made = { team_id: teamId, kind, secret_sealed, created_at: now(), ...given }
      return requireRow(tx, request, await insertWebhook(tx, made))
    })
    return { ...viewOf(row), secret }
  }

  async function update(request: Request, id: number, change: Change): Promise<Webhook> {
    const { on } = change
    if (on === true) requireOn()
    requireFilter(change.filter ?? null)
    const row = await changing(request, async (tx) => {
      const before = await requireRow(tx, request, id)
      const {
        name = before.name,
        url = secrets.urlOf(before),
        events: named = JSON.parse(before.events) as WebhookEvent[],
        filter = before.filter,
        contents = before.contents === 1,
      } = change
      if (url !== secrets.urlOf(before)) requireAddress(before.kind, url)
      const isOff = before.off_at !== null
      const switched =
        on === undefined || on !== isOff
          ? {}
          : on
            ? { off_at: null, off_why: null }
            : { off_at: now(), off_why: 'off' as const }
      const settings = { name, url, events: named, filter, contents }
      await changeWebhook(tx, id, { ...columnsOf(request.teamId, settings), ...switched })
      if (on === true && isOff) {
        await changeState(tx, { id }, { failures: 0, failing_since: null, next_at: 0 })
      }
      return requireRow(tx, request, id)
    })
    if (on === false) await cancelWaiting(db.sql, id, 'The webhook was switched off')
    return viewOf(row)
  }

  async function remove(request: Request, id: number): Promise<void> {
    await changing(request, (tx) => requireRow(tx, request, id))
    await removeInSteps(id)
    await changing(request, async () => {})
  }

  /** It is switched off first, so that deleting its log, which lets others write between, comes to an end. */
  async function removeInSteps(id: number): Promise<void> {
    await changeWebhook(db.sql, id, { off_at: now() })
    await deleteDeliveries(db.sql, id)
    await deleteWebhook(db.sql, id)
  }

  async function roll(request: Request, id: number): Promise<Webhook & { secret: string }> {
    const { secret, secret_sealed } = secrets.newSecret(request.teamId)
    const row = await changing(request, async (tx) => {
      const before = await requireRow(tx, request, id)
      if (before.secret_sealed === null) throw conflict('Messages to chats are not signed.')
      await changeWebhook(tx, id, {
        secret_sealed,
        previous_secret_sealed: before.secret_sealed,
        previous_until: now() + limits.webhookSecretMs,
      })
      return requireRow(tx, request, id)
    })
    return { ...viewOf(row), secret }
  }

  const testing = createPlaces(testsAtOnce)

  async function test(request: Request, id: number) {
    await permit(db.sql, request)
    requireOn()
    await requireRow(db.sql, request, id)
    const row = await findOwned(db.sql, id)
    if (!row) throw notFound()
    const leave = testing.take(String(row.owner_id))
    if (!leave) throw conflict('Other tests are still under way: try again in a moment.')
    try {
      await ofTeam.spend(String(request.teamId))
      return await sendExample(row)
    } finally {
      leave()
    }
  }

  async function sendExample(row: OwnedWebhook) {
    const { team_id: id, team: name } = row
    const url = places.urlOfTeam(id)
    const [event = 'mail.received'] = JSON.parse(row.events) as WebhookEvent[]
    const began = performance.now()
    const receiver = { ...secrets.opened(row, now()), team: { id, name, url } }
    const example = { ...exampleOf(event, url, now()), message: secrets.messageId(-now()) }
    const sent = await turns.send(receiver, [example])
    const ms = Math.round(performance.now() - began)
    return { ...sent, at: new Date(now()).toISOString(), ms }
  }

  async function deliveries(
    request: Request,
    id: number,
    query: { cursor?: number | undefined; state?: DeliveryState | undefined },
  ) {
    await permit(db.sql, request)
    await requireRow(db.sql, request, id)
    const rows = await listLog(db.sql, id, query)
    const shown = rows.slice(0, limits.webhookLogPage)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      data: shown.map((row) => deliveryView(row, secrets.messageId(row.id))),
      meta: { next_cursor: last === undefined ? null : String(last.id) },
    }
  }

  /** Returns how many will be sent again. */
  async function replay(
    request: Request,
    id: number,
    which: { id: number } | { since: number },
  ): Promise<number> {
    await permit(db.sql, request)
    const row = await requireRow(db.sql, request, id)
    if (row.off_at !== null) throw conflict('Switch the webhook on first.')
    if ('id' in which) await requireMail(request.teamId, await findDelivery(db.sql, id, which.id))
    const count = await queueAgain(db.sql, id, which, now())
    tell(request)
    events.emit('workQueued', { queue: 'webhooks' })
    return count
  }

  async function requireMail(teamId: number, delivery: { mail_id: number | null } | undefined) {
    if (!delivery) throw notFound()
    const mail = delivery.mail_id
    if (mail === null || (await mails.show.foundAmong(teamId, [mail], null)).kept.has(mail)) return
    throw conflict('The message was deleted, so there is nothing to send again.')
  }

  /** The lock makes concurrent requests count each other's webhooks. */
  async function changing<Result>(
    request: Request,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    return db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, request.teamId)
      await permit(tx, request)
      const result = await work(tx)
      afterCommit(() => tell(request))
      return result
    })
  }

  function tell({ actor, teamId }: Request): void {
    events.emit('teamOutdated', { teamId, userId: userIdOf(actor), part: 'webhooks' })
  }

  function requireOn(): void {
    if (!isOn) throw conflict('The operator of this server has switched webhooks off (WEBHOOKS).')
  }

  /** An address that is never asked is refused at once, not in a log. The topic of ntfy is the end of its address. */
  function requireAddress(kind: WebhookKind, url: string): void {
    const hasTopic = kind !== 'ntfy' || /^\/.*[^/]/.test(new URL(url).pathname)
    const refusal = hasTopic ? deps.egress.refusalOf(url) : 'The address has to end with the topic'
    if (refusal !== null) throw invalid({ url: [refusal] })
  }

  function requireFilter(filter: string | null): void {
    const key = filter === null ? null : mails.find.queryKey({ type: 'q', query: filter })
    if (key && 'problem' in key) throw invalid({ filter: [key.problem] })
  }

  const columnsOf = (teamId: number, { url, events: named, contents, ...others }: Settings) => ({
    ...others,
    url_sealed: secrets.sealed(teamId, url),
    events: JSON.stringify(named),
    on_mail: named.includes('mail.received') ? 1 : 0,
    contents: contents ? 1 : 0,
  })

  return {
    list,
    create,
    update,
    remove,
    roll,
    test,
    deliveries,
    replay,
    wakeSoon: (): void => (isOn ? dispatch.wakeSoon() : undefined),
    /** Sends what is due. */
    async work(): Promise<void> {
      await happenings.idle()
      dispatch.wake()
      await dispatch.idle()
    },
    /** Resolves when everything that happened is queued. */
    idle: happenings.idle,
    start: async () => (isOn ? dispatch.start() : undefined),
    stop: dispatch.stop,
    async removeOld(): Promise<void> {
      const before = now() - limits.webhookLogDays * dayMs
      for (const ids of await listLogs(db.longReads)) {
        await trimLogs(db.sql, ids, before)
        for (const id of ids) await forgetDeleted(db, id)
      }
    },
    /** Deletes the webhooks of a team. */
    async removeOf(teamId: number): Promise<void> {
      for (const { id } of await listWebhooks(db.sql, teamId)) await removeInSteps(id)
    },
  }
}
