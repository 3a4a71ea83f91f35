import { limits, type ShareLink, type SharedPart, type shareLinkBody } from '@mailstop/contract'
import type { z } from 'zod'
import { accountableUser, keepsToInbox, type TeamRequest } from '../../actor.ts'
import { lockTeam } from '../../db/locks.ts'
import type { MailRow } from '../../db/schema.ts'
import { conflict, forbidden, notFound } from '../../errors.ts'
import { randomToken, sha256Hex } from '../../lib/secrets/tokens.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Mails } from '../mails/mails.ts'
import type { Permit } from '../teams/teams.ts'
import {
  countLiving,
  findLiving,
  insertLink,
  listLiving,
  removeEnded,
  removeLinks,
  useOpening,
  type ShareLinkRow,
} from './share-link-store.ts'

/**
 * Links by which people without an account see one mail. A link ends with its time, with its mail, with its team, and with
 * the membership of who made it. The store has the hash of its token alone.
 */
export type ShareLinks = ReturnType<typeof createShareLinks>

/** A link that works, with its mail. */
export type FoundLink = {
  id: number
  shows: SharedPart[]
  opensOnce: boolean
  isOpened: boolean
  endsAt: number
  mail: MailRow
}

type ShareDeps = Pick<FeatureDeps, 'db' | 'publicUrl' | 'log' | 'now'> & {
  mails: Pick<Mails, 'show'>
  permit: Permit
  /** Whether the operator allows links. */
  isOn: boolean
}

const hourMs = 60 * 60_000
const noMaker =
  'Links are made for a member of the team. The member who made this token is none any more, so make another token.'

export function createShareLinks({ db, publicUrl, log, mails, permit, now, isOn }: ShareDeps) {
  /** Refuses unless the actor may make links to this mail. */
  async function requireMail(request: TeamRequest<'share_mail'>, mailId: number): Promise<void> {
    if (!isOn) throw notFound()
    await mails.show.requireMail(request, mailId)
  }

  async function list(request: TeamRequest<'share_mail'>, mailId: number): Promise<ShareLink[]> {
    await requireMail(request, mailId)
    const rows = await listLiving(db.sql, { teamId: request.teamId, mailId, now: now() })
    return rows.map(linkView)
  }

  async function create(
    request: TeamRequest<'share_mail'>,
    mailId: number,
    { hours, once, shows }: z.output<typeof shareLinkBody>,
  ): Promise<ShareLink & { url: string }> {
    const { teamId } = request
    await requireMail(request, mailId)
    const maker = accountableUser(request.actor)
    if (maker === null) throw forbidden(noMaker)
    const token = randomToken()
    const made = await db.transaction(async (tx) => {
      // The lock makes concurrent requests count each other's links.
      await lockTeam(tx, teamId)
      await permit(tx, request, keepsToInbox)
      const at = now()
      await insertLink(tx, {
        team_id: teamId,
        mail_id: mailId,
        created_by: maker,
        hash: sha256Hex(token),
        shows: JSON.stringify([...new Set(shows)]),
        once: Number(once),
        created_at: at,
        expires_at: at + hours * hourMs,
      })
      const ofMail = await listLiving(tx, { teamId, mailId, now: at })
      if (ofMail.length > limits.shareLinksPerMail) {
        throw tooMany('message', limits.shareLinksPerMail)
      }
      if ((await countLiving(tx, teamId, at)) > limits.shareLinksPerTeam) {
        throw tooMany('team', limits.shareLinksPerTeam)
      }
      const row = ofMail.find(({ hash }) => hash === sha256Hex(token))
      if (!row) throw forbidden(noMaker)
      return row
    })
    const about = { share_id: made.id, team_id: teamId, mail_id: mailId, user_id: maker }
    log.info(about, 'A link to a mail was made for people without an account')
    return { ...linkView(made), url: new URL(`shared/${token}`, publicUrl).href }
  }

  /** Ends one link of a mail, or all. */
  async function end(
    request: TeamRequest<'share_mail'>,
    mailId: number,
    id: number | null = null,
  ): Promise<void> {
    await requireMail(request, mailId)
    const ended = await removeLinks(db.sql, { teamId: request.teamId, mailId, id })
    if (id !== null && ended === 0) throw notFound()
  }

  /** The link of a token with its mail; refused alike whether it was wrong, has ended, or its mail is deleted. */
  async function find(token: string): Promise<FoundLink> {
    const link = isOn ? await findLiving(db.sql, sha256Hex(token), now()) : undefined
    const mail = link && (await mails.show.keptMail(link.team_id, link.mail_id))
    if (!mail) throw notFound()
    return {
      id: link.id,
      shows: readShows(link),
      opensOnce: link.once === 1,
      isOpened: link.opened_at !== null,
      endsAt: link.expires_at,
      mail,
    }
  }

  return {
    list,
    create,
    end,
    find,
    /** False when somebody else was first. */
    useOpening: (id: number): Promise<boolean> => useOpening(db.sql, id, now()),
    removeOld: (): Promise<void> => removeEnded(db.sql, now()),
  }
}

const tooMany = (what: string, most: number) =>
  conflict(`A ${what} can have at most ${most} links. End one first.`)

const readShows = ({ shows }: ShareLinkRow) => JSON.parse(shows) as SharedPart[]

const iso = (time: number) => new Date(time).toISOString()

const linkView = (row: ShareLinkRow): ShareLink => ({
  id: row.id,
  created_at: iso(row.created_at),
  expires_at: iso(row.expires_at),
  created_by: row.maker,
  shows: readShows(row),
  once: row.once === 1,
  opened_at: row.opened_at === null ? null : iso(row.opened_at),
})
