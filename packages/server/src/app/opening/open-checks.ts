import { createInspection } from '../../features/inspection/inspection.ts'
import { createOutgoingChecks } from '../../features/inspection/outgoing/outgoing.ts'
import { createGuards } from '../../features/mails/judge/guards.ts'
import type { Mails } from '../../features/mails/mails.ts'
import type { Permit, SmtpEndpoint } from '../../features/teams/teams.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { openEgress } from './open-egress.ts'
import { openInspector } from './open-inspector.ts'

/** What is asked of a mail: the checks of one mail, those that go out for answers, and guards, which judge each mail. */
export function openChecks(
  infrastructure: Infrastructure,
  smtp: Pick<SmtpEndpoint, 'ports'>,
  closing: AsyncDisposableStack,
  deps: { mails: Mails; permit: Permit },
) {
  const { config, secrets, product, keyFor } = infrastructure
  const base = { ...infrastructure, ...deps }
  const inspector = openInspector(infrastructure, closing)
  const outgoing = createOutgoingChecks({
    ...base,
    egress: openEgress(infrastructure, smtp),
    version: product.version,
    offers: config.outgoingChecks,
    spamCheckUrl: secrets.spamCheckUrl,
    dnsServers: config.dnsServers,
  })
  closing.defer(outgoing.stop)
  const guards = createGuards({ ...base, key: keyFor('guards') })
  closing.defer(guards.stop)
  const { beginJudging, asksForVerdicts } = guards
  const inspection = createInspection({ ...base, beginJudging, asksForVerdicts, inspector })
  function rest(): void {
    inspector.rest()
    outgoing.rest()
    guards.rest()
  }
  return { features: { outgoing, guards, inspection }, rest }
}
