import { requestMs } from '../../features/webhooks/sending.ts'
import { createWebhooks, type WebhookDeps } from '../../features/webhooks/webhooks.ts'
import type { SmtpEndpoint } from '../../features/teams/teams.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { openEgress } from './open-egress.ts'

/** The webhooks of all teams, with the way out that they have. */
export function openWebhooks(
  infrastructure: Infrastructure,
  smtp: Pick<SmtpEndpoint, 'ports'>,
  deps: Omit<WebhookDeps, 'egress' | 'key' | 'isOn' | 'metrics' | 'onError'>,
) {
  const { config, keyFor, metrics, report } = infrastructure
  const egress = openEgress(infrastructure, smtp, { wholeMs: requestMs })
  const key = keyFor('webhooks')
  return createWebhooks({
    ...deps,
    egress,
    key,
    isOn: config.hasWebhooks,
    metrics,
    onError: report,
  })
}
