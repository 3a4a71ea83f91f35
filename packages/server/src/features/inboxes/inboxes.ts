import { countText, limits, tagKey, type Inbox, type InboxCredentials } from '@mailstop/contract'
import { inboxOf, keepsToInbox, userIdOf, type TeamRequest } from '../../actor.ts'
import type { AfterCommit, Tx } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import { conflict, invalid, notFound, rateLimited } from '../../errors.ts'
import type { Events } from '../../events.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Mails } from '../mails/mails.ts'
import type { Permit, Teams } from '../teams/teams.ts'
import { newTeamCode } from '../../lib/team-code.ts'
import { lateMailMs, longestClearingMs, type EndInbox } from './inbox-ending.ts'
import {
  countEnding,
  findInbox,
  inboxByCode,
  insertInbox,
  listInboxRows,
  mailsSince,
  nextInboxId,
  updateInboxRow,
} from './inbox-store.ts'
import type { LivingInbox } from './inbox-store.ts'
import { inboxView } from './inbox-view.ts'
import type { SmtpCredentials } from './smtp-credentials.ts'
import type { SmtpSettingsReader } from './smtp-settings.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

/** The inboxes of a team: each is a set of SMTP credentials with a name. */
export type Inboxes = ReturnType<typeof createInboxes>
export type { FindNamedInbox, NamedInbox } from './named-inbox.ts'

type InboxDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  permit: Permit
  teams: Pick<Teams, 'codeOf'>
  credentials: Pick<SmtpCredentials, 'made' | 'newPassword'>
  settings: SmtpSettingsReader
  mails: {
    counts: Pick<Mails['counts'], 'ofInboxes'>
    change: Pick<Mails['change'], 'removeMany'>
    keep: { inboxes: Pick<Mails['keep']['inboxes'], 'namesChanged'> }
  }
  endInbox: EndInbox
  /** How many a team may have. */
  most?: number
  /** How many that ended may wait for the sweep, of all teams of a person, before another is made. */
  mostEnding?: number
}

/** What may be set of one; what is left out stays. */
export type InboxSettings = {
  name?: string | undefined
  expires_in?: number | null | undefined
  networks?: string[] | undefined
  recipients?: string[] | undefined
  per_minute?: number | null | undefined
  retention_days?: number | null | undefined
  retention_mails?: number | null | undefined
}

export type InboxChange = InboxSettings & {
  position?: number | undefined
  archived?: boolean | undefined
}

const dayMs = 24 * 60 * 60_000
const hourMs = 60 * 60_000
/** A sweep comes once a minute. */
const sweptSoonS = 60
/** Lists show the archived ones too, so these are bounded as well. */
const timesWithArchived = 4
/** Sessions log in again when they change. */
const restrictions = ['networks', 'recipients', 'per_minute'] as const

export function createInboxes(deps: InboxDeps) {
  const { db, events, permit, teams, credentials, settings, mails, endInbox, now } = deps
  const { most = limits.inboxesPerTeam, mostEnding = limits.inboxesEnding } = deps

  async function list(request: TeamRequest): Promise<Inbox[]> {
    const { teamId } = request
    const { code: teamCode } = await teams.codeOf(request)
    const [rows, counts, ofDay] = await Promise.all([
      listInboxRows(db.sql, teamId),
      mails.counts.ofInboxes(teamId),
      db.searches.within(1, () => mailsSince(db.longReads, teamId, { since: now() - dayMs })),
    ])
    const at = { teamCode, now: now() }
    return rows.map((row) => inboxView(row, { counts, ofDay }, at))
  }

  async function one(request: TeamRequest, id: number): Promise<Inbox> {
    const found = (await list(request)).find((inbox) => inbox.id === id)
    if (!found) throw notFound()
    return found
  }

  async function create(
    request: TeamRequest<'manage_inboxes'>,
    { name, ...given }: InboxSettings & { name: string },
  ): Promise<Inbox & { credentials: InboxCredentials }> {
    const { teamId, actor } = request
    const made = credentials.made()
    const id = await db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      await permit(tx, request)
      await requireFewEnding(tx, teamId)
      const rows = await listInboxRows(tx, teamId)
      requireFreeName(rows, name)
      const working = rows.filter(({ archived_at }) => archived_at === null)
      requireRoom(working.length)
      if (rows.length >= timesWithArchived * most) {
        throw conflict('This team has very many archived inboxes. Delete some first.')
      }
      const next = await nextInboxId(tx, teamId)
      await insertInbox(tx, {
        team_id: teamId,
        id: next,
        code: newTeamCode(),
        position: next,
        created_by: userIdOf(actor),
        created_at: now(),
        ...named(name),
        ...made,
        ...columnsOf(given),
      })
      await mails.keep.inboxes.namesChanged(tx, teamId)
      tell(afterCommit, request, { event: 'inbox.created', name })
      return next
    })
    return { ...(await one(request, id)), credentials: settings.settingsOf(made) }
  }

  async function update(
    request: TeamRequest<'manage_inboxes'>,
    id: number,
    { name, position, archived, ...given }: InboxChange,
  ): Promise<Inbox> {
    const { teamId } = request
    if (id === firstInbox) requireOrdinary({ position, archived, expires_in: given.expires_in })
    await db.transaction(async (tx, afterCommit) => {
      const row = await hold(tx, request, id)
      if (id === firstInbox) await requireOwner(tx, request, given)
      const rows = await listInboxRows(tx, teamId)
      if (name !== undefined) {
        requireFreeName(
          rows.filter((other) => other.id !== id),
          name,
        )
      }
      const ends = archived === true && row.archived_at === null
      const returns = archived === false && row.archived_at !== null
      const isLimited = restrictions.some((field) => given[field] !== undefined)
      if (returns) requireRoom(rows.filter(({ archived_at }) => archived_at === null).length)
      const columns = columnsOf(given)
      const { lives_ms = row.lives_ms } = columns
      await updateInboxRow(tx, teamId, id, {
        ...(name !== undefined && named(name)),
        ...columns,
        ...(ends && { archived_at: now() }),
        ...(returns && { archived_at: null, expires_at: endOf(lives_ms) }),
        // An end waits while it is archived.
        ...((archived ?? row.archived_at !== null) && { expires_at: null }),
        ...((ends || returns || isLimited) && { credentials_at: now() }),
      })
      if (position !== undefined) await move(tx, teamId, id, position)
      if (name !== undefined) await mails.keep.inboxes.namesChanged(tx, teamId)
      if (ends) endCredentials(afterCommit, row)
      else if (returns || isLimited) endCredentials(afterCommit, row, { isLimited: true })
      tell(afterCommit, request, { event: 'inbox.changed', name: name ?? row.name })
    })
    return one(request, id)
  }

  /** Its mail follows into the trash; the inbox stays as a name until no mail has it. */
  async function remove(request: TeamRequest<'manage_inboxes'>, id: number) {
    await db.transaction(async (tx, afterCommit) => {
      const row = await hold(tx, request, id)
      if (id === firstInbox) throw conflict('The first inbox of a team stays.')
      await endInbox([tx, afterCommit], row, { by: userIdOf(request.actor) })
      await mails.keep.inboxes.namesChanged(tx, request.teamId)
    })
    const removed = await mails.change.removeMany(request, { inbox: id }, { withFlagged: true })
    const cleared = { cleared_at: now(), expires_at: now() + lateMailMs }
    await updateInboxRow(db.sql, request.teamId, id, cleared)
    return removed
  }

  async function rotate(
    request: TeamRequest<'manage_inboxes'>,
    id: number,
    graceHours: number,
  ): Promise<InboxCredentials> {
    const { teamId } = request
    const row = await db.transaction(async (tx, afterCommit) => {
      if (id === firstInbox) await permit(tx, { ...request, action: 'rotate_credentials' })
      const held = await hold(tx, request, id)
      const sealed = credentials.newPassword(held.username)
      const until = graceHours > 0 ? now() + graceHours * hourMs : null
      await updateInboxRow(tx, teamId, id, {
        password_sealed: sealed,
        previous_password_sealed: until === null ? null : held.password_sealed,
        previous_until: until,
        credentials_at: now(),
      })
      endCredentials(afterCommit, held, until === null ? {} : { until })
      tell(afterCommit, request, { event: 'inbox.changed', name: held.name })
      return { username: held.username, password_sealed: sealed }
    })
    return settings.settingsOf(row)
  }

  /** Which inbox a code names; null where the actor reaches none. */
  async function idOfCode(request: TeamRequest, code: string): Promise<number | null> {
    const { code: teamCode } = await teams.codeOf(request)
    const found =
      code === teamCode
        ? { team_id: request.teamId, id: firstInbox }
        : await inboxByCode(db.sql, code)
    const only = inboxOf(request)
    if (found?.team_id !== request.teamId || (only !== null && found.id !== only)) return null
    return found.id
  }

  /** An inbox that has ended is named by the code of its team. */
  async function codeOf(request: TeamRequest, id: number): Promise<string> {
    const { code: teamCode } = await teams.codeOf(request)
    const own = id === firstInbox ? null : await findInbox(db.sql, request.teamId, id)
    return own?.code ?? teamCode
  }

  /** What ends mail of the first inbox, or shuts its apps out, is the owner's as it is without other inboxes. */
  async function requireOwner(
    tx: Tx,
    request: TeamRequest<'manage_inboxes'>,
    given: InboxSettings,
  ): Promise<void> {
    const isGiven = (field: keyof InboxSettings) => given[field] !== undefined
    if (isGiven('retention_days') || isGiven('retention_mails')) {
      await permit(tx, { ...request, action: 'set_retention' })
    }
    if (restrictions.some(isGiven)) await permit(tx, { ...request, action: 'rotate_credentials' })
  }

  /** The team and its inbox, which stay as they are until the end of the transaction. */
  async function hold(
    tx: Tx,
    request: TeamRequest<'manage_inboxes'>,
    id: number,
  ): Promise<LivingInbox> {
    await lockTeam(tx, request.teamId)
    await permit(tx, request)
    const row = await findInbox(tx, request.teamId, id)
    if (!row) throw notFound()
    return row
  }

  /** Puts it at a place among the others; the first one stays the first. */
  async function move(tx: Tx, teamId: number, id: number, position: number): Promise<void> {
    const others = (await listInboxRows(tx, teamId))
      .map((row) => row.id)
      .filter((one) => one !== id)
    others.splice(Math.max(1, position - 1), 0, id)
    // Rows change in the order of their ids, as where uses are written: so neither waits for the other for ever.
    const places = others.map((each, index) => ({ each, position: index + 1 }))
    for (const { each, position } of places.toSorted((a, b) => a.each - b.each)) {
      await updateInboxRow(tx, teamId, each, { position })
    }
  }

  function requireRoom(working: number): void {
    if (working < most) return
    throw conflict(
      `A team can have at most ${countText(most, 'inbox', 'inboxes')}. End or archive one first.`,
    )
  }

  /** Who makes and ends inboxes all the time waits for the sweep, so that it is never far behind. */
  async function requireFewEnding(tx: Tx, teamId: number): Promise<void> {
    const until = now() + longestClearingMs
    if ((await countEnding(tx, teamId, { until, most: mostEnding })) < mostEnding) return
    throw rateLimited(
      sweptSoonS,
      'Very many inboxes of this team, or of others of its owner, have just ended. Try again in a minute.',
    )
  }

  const endOf = (livesMs: number | null) => (livesMs === null ? null : now() + livesMs)

  function columnsOf({ expires_in, networks, recipients, ...others }: InboxSettings) {
    const lives_ms = expires_in ? expires_in * 1_000 : null
    const given = Object.entries(others).filter(([, value]) => value !== undefined)
    return {
      ...(Object.fromEntries(given) as Pick<
        InboxSettings,
        'per_minute' | 'retention_days' | 'retention_mails'
      >),
      ...(expires_in !== undefined && { lives_ms, expires_at: endOf(lives_ms) }),
      ...(networks && { networks: JSON.stringify(networks) }),
      ...(recipients && { recipients: JSON.stringify(recipients) }),
    }
  }

  function endCredentials(
    afterCommit: AfterCommit,
    { team_id: teamId, id: inbox, username }: LivingInbox,
    how: Pick<Events['credentialsEnded'], 'until' | 'isLimited'> = {},
  ): void {
    afterCommit(() => events.emit('credentialsEnded', { teamId, inbox, username, ...how }))
  }

  function tell(
    afterCommit: AfterCommit,
    { teamId, actor }: TeamRequest,
    { event, name }: { event: 'inbox.created' | 'inbox.changed'; name: string },
  ): void {
    afterCommit(() => {
      events.emit('happened', { teamId, event, data: { inbox: name } })
      events.emit('teamOutdated', { teamId, userId: userIdOf(actor), part: 'inboxes' })
      // Rules name inboxes, and are remembered with their ids.
      events.emit('tagRulesChanged', { teamId })
    })
  }

  return {
    list: async (request: TeamRequest<'read_mail'>) => {
      await permit(db.sql, request, keepsToInbox)
      const only = inboxOf(request)
      return (await list(request)).filter(({ id }) => only === null || id === only)
    },
    idOfCode,
    codeOf,
    create,
    update,
    remove,
    rotate,
    credentials: (request: TeamRequest<'read_smtp'>, id: number) => settings.read(request, id),
  }
}

const named = (name: string) => ({ name, name_key: tagKey(name) })

function requireFreeName(rows: { name_key: string }[], name: string): void {
  if (rows.some((row) => row.name_key === tagKey(name))) {
    throw invalid({ name: ['There is an inbox of this name already.'] })
  }
}

function requireOrdinary(given: Record<string, unknown>): void {
  const [field] = Object.keys(given).filter((name) => given[name] !== undefined)
  if (field) throw invalid({ [field]: ['The first inbox of a team stays as and where it is.'] })
}
