import { limits } from '@mailstop/contract'
import { inboxOf, keepsToInbox, type TeamRequest } from '../../actor.ts'
import { isUniqueViolation, storeTrouble } from '../../db/store-faults.ts'
import { invalid, Refusal } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { servedClient } from '../../lib/shares/served-client.ts'
import type { NamedInbox } from '../inboxes/inboxes.ts'
import type { MailTerms } from '../../lib/mail-terms.ts'
import type { Permit } from '../teams/teams.ts'
import { deleteKey, deleteOldKeys, findKeyed } from './idempotency-store.ts'
import type { MailForm, MailMaker } from './mail-maker.ts'
import { envelopeOfSource, type Envelope } from './posted-mail-rules.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

type PostedMailDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  permit: Permit
  receive: (mail: {
    teamId: number
    inbox: number
    envelope: Envelope
    login?: string | null
    source: Uint8Array
    receivedAt: number
    followsRules: boolean
    givenUp?: AbortSignal
    idempotency?: { key: string; digest: string }
  }) => Promise<{ id: number }>
  /** Its marker; null when its place in the order was forgotten. */
  markerOfMail: (mailId: number) => Promise<string | null>
  maker: Pick<MailMaker, 'make'>
  terms: MailTerms
  maxMailBytes: number
  /** Meets the scenario that is on in the inbox; returns what comes after the mail was stored. */
  failOnPurpose?: (mail: {
    teamId: number
    inbox: number
    envelope: Envelope
    source: Uint8Array
  }) => Promise<() => Promise<void>>
}

export type { Making } from './mail-maker.ts'

type Content = { digest: string } & ({ source: Uint8Array } | { json: Uint8Array; form?: MailForm })

export type Post = {
  /** The envelope of a posted source, which replaces what its header says. */
  envelope: { from?: string | undefined; to?: string[] | undefined }
  /** Not read before it is known that the actor may post. */
  read: () => Promise<Content>
  key: string | undefined
  /** Null: the first one. */
  inbox?: NamedInbox | null
  /** Kept as the user name of SMTP is. */
  login?: string | null
  /** False lets it past the scenario of the inbox; true when left out. */
  meetsScenario?: boolean
}

const keysAtOnce = 1_000

/** No mail by SMTP has more. */
const mostRecipients = 1_000

/**
 * Puts mail into an inbox for programs that speak HTTP, by the intake of mail that comes by SMTP.
 *
 * The row of an idempotency key is written in the transaction that keeps the mail, and its primary key
 * refuses a second one. So a key has one mail, whichever processes are asked at once and whenever one of
 * them is killed: who finds the key taken answers with the mail of the other.
 */
export type PostedMails = ReturnType<typeof createPostedMails>

export function createPostedMails(deps: PostedMailDeps) {
  const { db, permit, receive, markerOfMail, maker, terms, maxMailBytes, now } = deps
  const oldest = () => now() - limits.idempotencyMs

  async function post(
    request: TeamRequest<'import_mail'>,
    {
      envelope: given,
      read,
      key: givenKey,
      inbox = null,
      login = null,
      meetsScenario = true,
    }: Post,
  ): Promise<{ id: number; marker: string | null }> {
    await permit(db.sql, request, keepsToInbox)
    const { teamId } = request
    const only = inboxOf(request)
    // Each inbox has keys of its own: the mail of another one would answer. No client can send a tab.
    const place = only ?? inbox?.id
    const key = place === undefined || givenKey === undefined ? givenKey : `${place}\t${givenKey}`
    const content = await read()
    // A body may have taken minutes to come.
    await permit(db.sql, request, keepsToInbox)
    const known = key === undefined ? null : await mailOfKey(teamId, key, content.digest)
    if (known !== null) return await posted(known)
    const { source, envelope } = await mailFrom(content, given)
    if (source.byteLength > maxMailBytes) throw tooLarge(maxMailBytes)
    requireTaken(envelope)
    inbox?.admit(envelope.to)
    const { digest } = content
    const { signal } = servedClient()
    const receiver = { teamId, inbox: inbox?.id ?? only ?? firstInbox, envelope, source }
    const afterwards = meetsScenario ? await deps.failOnPurpose?.(receiver) : undefined
    try {
      const { id } = await receive({
        ...receiver,
        login,
        receivedAt: now(),
        followsRules: true,
        ...(signal && { givenUp: signal }),
        ...(key !== undefined && { idempotency: { key, digest } }),
      })
      await afterwards?.()
      return await posted(id)
    } catch (error) {
      if (key === undefined || !isUniqueViolation(error)) throw error
      const other = await mailOfKey(teamId, key, digest)
      if (other === null) throw error
      return await posted(other)
    }
  }

  /** Refuses a mail that would be refused by SMTP. */
  function requireTaken({ from, to }: Envelope): void {
    if (!terms.takesSender(from)) {
      throw invalid({ from: [`This server takes no mail from ${from}`] })
    }
    const refused = to.find((address) => !terms.takesRecipient(address))
    if (refused !== undefined) {
      throw invalid({ to: [`This server takes no mail for ${refused}`] })
    }
  }

  /** The mail is kept: a store that is away now is no reason to say that it is not, and to be sent another. */
  async function posted(id: number): Promise<{ id: number; marker: string | null }> {
    const marker = await markerOfMail(id).catch((error: unknown) => {
      if (storeTrouble(error)) return null
      throw error
    })
    return { id, marker }
  }

  /** Null when the key is free. */
  async function mailOfKey(teamId: number, key: string, digest: string): Promise<number | null> {
    const found = await findKeyed(db.sql, teamId, key)
    if (!found) return null
    if (found.at <= oldest()) {
      await deleteKey(db.sql, { teamId, key, until: oldest() })
      return null
    }
    if (found.digest === digest) {
      // Others may see a mail before it is on disk, and who answers for it must not: Postgres may fail in between.
      await db.onDisk([found.mail_id])
      return found.mail_id
    }
    throw invalid({ 'Idempotency-Key': ['This key was used for another message'] })
  }

  async function mailFrom(
    content: Content,
    given: Post['envelope'],
  ): Promise<{ source: Uint8Array; envelope: Envelope }> {
    if ('json' in content) {
      if (given.from !== undefined || given.to !== undefined) {
        const field = given.from === undefined ? 'to' : 'from'
        throw invalid({ [field]: ['Only the envelope of a source is set in the query'] })
      }
      return maker.make(content.form ?? 'posted', content.json)
    }
    const { source } = content
    return { source, envelope: envelopeOfSource(source, given, mostRecipients) }
  }

  return {
    post,
    /** Deletes in steps, so that others can write between them. */
    async removeOldKeys(): Promise<void> {
      while (await deleteOldKeys(db.sql, oldest(), keysAtOnce));
    },
  }
}

const tooLarge = (most: number) =>
  new Refusal('too_large', {
    message: `The message is larger than ${Math.floor(most / 1024 / 1024)} MB.`,
  })
