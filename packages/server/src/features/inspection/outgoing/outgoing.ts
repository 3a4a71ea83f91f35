import type { SpamScore } from '@mailstop/contract'
import type { Logger } from 'pino'
import { userIdOf, type TeamRequest } from '../../../actor.ts'
import type { MailRow } from '../../../db/schema.ts'
import { createEgress, type Egress } from '../../../egress/egress.ts'
import { conflict } from '../../../errors.ts'
import type { Shares } from '../../../lib/shares/share-pools.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Mails } from '../../mails/mails.ts'
import { createDnsCheck } from './dns/dns-check.ts'
import { checkableLinks, createLinkChecks, type LinkOrder } from './links/link-checks.ts'
import { createRspamd } from './spam/rspamd.ts'
import { createSpamCheck, spamDeadlineMs, type SpamEngine } from './spam/spam-check.ts'
import { createSpamd } from './spam/spamd.ts'

/**
 * The parts of the check of a mail that ask other servers. Each is off until the operator turns it on, and none asks
 * anything before somebody wants it.
 */
export type OutgoingChecks = ReturnType<typeof createOutgoingChecks>

type OutgoingDeps = Pick<FeatureDeps, 'db' | 'events' | 'limiter' | 'now'> & {
  mails: Pick<Mails, 'show'>
  log: Logger
  shares: Pick<Shares, 'spamChecks' | 'linkChecks' | 'dnsChecks'>
  egress: Egress
  version: string
  offers: { spam: 'off' | 'click' | 'open'; links: boolean; dns: boolean }
  spamCheckUrl: string | null
  dnsServers: string[] | null
}

export function createOutgoingChecks(deps: OutgoingDeps) {
  const { mails, offers, events, log, shares, dnsServers: servers } = deps
  const engine = engineOf(deps)
  const scoreSpam = engine && createSpamCheck({ ...deps, engine, shares: shares.spamChecks })
  const dns = createDnsCheck({ shares: shares.dnsChecks, servers })
  const links = createLinkChecks({
    ...deps,
    shares: shares.linkChecks,
    onChecked({ teamId, userId, mailId }, check) {
      const event = { team_id: teamId, user_id: userId, id: mailId, checks: [check] }
      events.emit('shown', { name: 'LinksChecked', event })
    },
  })

  async function linksOf(row: MailRow) {
    const view = await mails.show.view(row)
    if (!('extracted' in view)) return { links: [], cut: true }
    return { links: checkableLinks(view.extracted), cut: view.extracted.cut.includes('links') }
  }

  return {
    offers,
    async spam(request: Reading, mailId: number): Promise<SpamScore> {
      const row = await mails.show.requireMail(request, mailId)
      if (scoreSpam === null) throw turnedOff('scores no mail', 'SPAM_CHECK_URL')
      return scoreSpam(row, () => mails.show.source(request, mailId))
    },
    async authentication(request: Reading, mailId: number, ip: string | null) {
      const { envelope_from: sender } = await mails.show.requireMail(request, mailId)
      if (!offers.dns) throw turnedOff('does not ask DNS', 'DNS_CHECKS')
      return dns.check({ sender, ip }, () => mails.show.source(request, mailId))
    },
    async checkLinks(request: TeamRequest<'change_mail'>, mailId: number, order: LinkOrder) {
      const row = await mails.show.requireMail(request, mailId)
      if (!offers.links) throw turnedOff('asks no links', 'LINK_CHECKS')
      const of = { teamId: request.teamId, userId: userIdOf(request.actor), mailId }
      const found = await linksOf(row)
      await links.start(of, found.links, order)
      const count = order.urls.length + order.one_time.length
      log.info({ ...of, links: count, get: order.get }, 'Links of a mail are checked')
      return { ...found, checks: links.of(mailId, found.links) }
    },
    async linkChecks(request: Reading, mailId: number) {
      const found = await linksOf(await mails.show.requireMail(request, mailId))
      return { ...found, checks: links.of(mailId, found.links) }
    },
    rest: dns.rest,
    async stop(): Promise<void> {
      links.stop()
      await dns.stop()
    },
  }
}

type Reading = TeamRequest<'read_mail'>

function engineOf({ spamCheckUrl, version }: OutgoingDeps): SpamEngine | null {
  const url = spamCheckUrl === null ? null : new URL(spamCheckUrl)
  if (url === null) return null
  if (url.protocol === 'spamd:') return createSpamd(url)
  return createRspamd(url, createEgress({ destinations: null, version, wholeMs: spamDeadlineMs }))
}

const turnedOff = (what: string, variable: string) =>
  conflict(`This server ${what}. Its operator can allow it with ${variable}.`)
