import { randomUUID } from 'node:crypto'
import { accountableUser, keepsToInbox, userIdOf, type TeamRequest } from '../../actor.ts'
import { lockTeam } from '../../db/locks.ts'
import { conflict, forbidden, invalid, notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import type { Outbox } from '../../mailer/outbox.ts'
import type { Mails } from '../mails/mails.ts'
import type { Suppression } from '../suppression/suppression.ts'
import type { Permit } from '../teams/teams.ts'
import { outboxKind } from './forward-history.ts'
import { createForwardLimits, type ForwardCaps } from './forward-limits.ts'
import { findForwarder, insertForward } from './forward-store.ts'
import { mostHops } from './delivery/forwarded-mail.ts'
import { isOwnAddress, ownAddressText, type ServerIdentity } from './delivery/loop-guard.ts'
import type { MessageMaker } from './delivery/message-maker.ts'
import type { Unsendable } from './delivery/message-worker.ts'

/**
 * Sends a caught mail on to one address, through the outbox to the operator's relay. Every operation
 * refuses, as if the team did not exist, a user who is not a member.
 */
export type Forwarding = ReturnType<typeof createForwarding>

export type ForwardingDeps = Pick<FeatureDeps, 'db' | 'events' | 'limiter' | 'now'> & {
  mails: Pick<Mails, 'show'>
  permit: Permit
  outbox: Pick<Outbox, 'enqueue'>
  /** Whether there is a relay to hand mail to. */
  canSend: boolean
  own: ServerIdentity
  messages: Pick<MessageMaker, 'make'>
  suppression: Pick<Suppression, 'requireWilling' | 'urlOf'>
  caps: ForwardCaps
  /** The only addresses that mail is forwarded to, in open mode; null: any. */
  openTo?: ((email: string) => boolean) | null
}

export function createForwarding(deps: ForwardingDeps) {
  const { db, events, mails, permit, outbox, canSend, own, messages, suppression, now } = deps
  const { openTo = null } = deps
  const limits = createForwardLimits(deps.limiter, deps.caps)

  /** Resolves when the mail is in the outbox. */
  async function forward(
    request: TeamRequest<'forward_mail'>,
    mailId: number,
    email: string,
  ): Promise<void> {
    const { teamId } = request
    const row = await mails.show.requireMail(request, mailId)
    if (!canSend) {
      throw conflict(
        'This server cannot send mail yet. Its operator has to set MAIL_URL to a mail relay.',
      )
    }
    // Limits apply to people: the forward of a token counts for the user who made it.
    const userId = accountableUser(request.actor)
    if (userId === null) throw forbidden(noCreator)
    if (openTo?.(email) === false) throw invalid({ email: [notListed] })
    if (isOwnAddress(email, own)) throw invalid({ email: [ownAddressText] })
    await suppression.requireWilling(email)
    const emailKey = addressKey(email)
    const forwarder = await findForwarder(db.sql, { userId, teamId, emailKey })
    if (!forwarder) throw notFound()
    const { team } = forwarder
    const asked = {
      userId,
      teamId,
      emailKey,
      isStranger: forwarder.isStranger && openTo === null,
      accountAgeMs: now() - forwarder.created_at,
    }
    await limits.requireRoom(asked)
    const stopUrl = suppression.urlOf(email)
    const source = await mails.show.source(request, mailId)
    const order = {
      id: randomUUID(),
      at: now(),
      receivedAt: row.received_at,
      mailFrom: own.mailFrom,
      to: email,
      team,
      mark: own.mark,
      mostReturns: mostHops,
      stopUrl,
    }
    const mail = await messages.make(source, order)
    if ('problem' in mail) throw conflict(refusal(mail))
    await db.transaction(async (tx, afterCommit) => {
      // A large mail takes seconds to make: the membership may have ended meanwhile.
      await lockTeam(tx, teamId)
      await permit(tx, request, keepsToInbox)
      const message = { kind: outboxKind, ...mail, stopUrl }
      const outboxId = await outbox.enqueue([tx, afterCommit], message)
      await insertForward(tx, { mailId, outboxId, recipient: email, userId, at: now() })
      // Last, since from here on other forwards wait for this transaction.
      await limits.spend(tx, asked)
      const { read_at: readAt, flagged_at: flaggedAt } = row
      const event = {
        teamId,
        userId: userIdOf(request.actor),
        mailId,
        readAt,
        flaggedAt,
        forwards: true as const,
      }
      afterCommit(() => events.emit('mailUpdated', event))
    })
  }

  return { forward }
}

const noCreator =
  'The account that made this token is gone or disabled. Forward with a token of somebody else.'

const notListed =
  'This server forwards to other addresses only. Its operator names them by OPEN_FORWARD_TO.'

const refusal = (unsendable: Unsendable): string =>
  unsendable.problem === 'loop'
    ? `This message was already forwarded ${mostHops} times. It is in a loop, so it is not forwarded again.`
    : `This message cannot be sent: ${unsendable.reason}.`
