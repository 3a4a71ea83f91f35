import type { Authentication, CheckableLink, LinkCheck, SpamScore } from '@mailstop/contract'
import type { Logger } from 'pino'
import { userIdOf, type TeamRequest } from '../../../actor.ts'
import { createEgress, type Egress } from '../../../egress/egress.ts'
import { conflict } from '../../../errors.ts'
import type { Shares } from '../../../lib/shares/share-pools.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Mails } from '../../mails/mails.ts'
import { createDnsCheck } from './dns/dns-check.ts'
import { createLinkChecks, type LinkOrder } from './links/link-checks.ts'
import { checkableLinks } from './links/one-time-rules.ts'
import { createRspamd } from './spam/rspamd.ts'
import { createSpamCheck } from './spam/spam-check.ts'
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

const spamDeadlineMs = 25_000

export function createOutgoingChecks(deps: OutgoingDeps) {
  const { mails, offers, events, log, shares } = deps
  const spamCheck =
    offers.spam === 'off'
      ? null
      : createSpamCheck({ ...deps, engine: engineOf(deps), shares: shares.spamChecks })
  const dns = createDnsCheck({ shares: shares.dnsChecks, servers: deps.dnsServers })
  const links = createLinkChecks({
    ...deps,
    shares: shares.linkChecks,
    onChecked: (of, check) => events.emit('linksChecked', { ...of, checks: [check] }),
  })

  async function linksOf(request: TeamRequest, mailId: number) {
    const view = await mails.show.view(await mails.show.requireMail(request, mailId))
    if (!('extracted' in view)) return { links: [], cut: true }
    return { links: checkableLinks(view.extracted), cut: view.extracted.cut.includes('links') }
  }

  return {
    offers,
    async spam(request: TeamRequest<'read_mail'>, mailId: number): Promise<SpamScore> {
      const row = await mails.show.requireMail(request, mailId)
      if (spamCheck === null) throw turnedOff('scores no mail', 'SPAM_CHECK_URL')
      return spamCheck(row, () => mails.show.source(request, mailId))
    },
    async authentication(
      request: TeamRequest<'read_mail'>,
      mailId: number,
      ip: string | null,
    ): Promise<Authentication> {
      const { envelope_from: sender } = await mails.show.requireMail(request, mailId)
      if (!offers.dns) throw turnedOff('does not ask DNS', 'DNS_CHECKS')
      return dns.check({ sender, ip }, () => mails.show.source(request, mailId))
    },
    async checkLinks(
      request: TeamRequest<'change_mail'>,
      mailId: number,
      order: LinkOrder,
    ): Promise<LinkCheck[]> {
      const { teamId, actor } = request
      await mails.show.requireMail(request, mailId)
      if (!offers.links) throw turnedOff('asks no links', 'LINK_CHECKS')
      const found = await linksOf(request, mailId)
      const of = { teamId, userId: userIdOf(actor), mailId }
      const checks = await links.start(of, found.links, order)
      log.info({ ...of, links: checks.length, get: order.get }, 'Links of a mail are checked')
      return checks
    },
    async linkChecks(
      request: TeamRequest<'read_mail'>,
      mailId: number,
    ): Promise<{ links: CheckableLink[]; cut: boolean; checks: LinkCheck[] }> {
      const found = await linksOf(request, mailId)
      return { ...found, checks: links.of(mailId, found.links) }
    },
    rest: dns.rest,
    async stop(): Promise<void> {
      links.stop()
      await dns.stop()
    },
  }
}

function engineOf({ spamCheckUrl, version }: OutgoingDeps) {
  const url = new URL(spamCheckUrl ?? '')
  if (url.protocol === 'spamd:') return createSpamd(url)
  return createRspamd(url, createEgress({ destinations: null, version, wholeMs: spamDeadlineMs }))
}

const turnedOff = (what: string, variable: string) =>
  conflict(`This server ${what}. Its operator can allow it with ${variable}.`)
