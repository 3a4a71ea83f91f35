import { createDeliveries } from '../../features/forwarding/delivery/deliveries.ts'
import { createMessageMaker } from '../../features/forwarding/delivery/message-maker.ts'
import { createForwarding } from '../../features/forwarding/forwarding.ts'
import { createRules } from '../../features/forwarding/rules/rules.ts'
import type { Mails } from '../../features/mails/mails.ts'
import type { Suppression } from '../../features/suppression/suppression.ts'
import type { Permit } from '../../features/teams/teams.ts'
import { createAddressList } from '../../lib/mail-terms.ts'
import type { Mailer } from '../../mailer/mailer.ts'
import { deliverToRelay } from '../../mailer/relay.ts'
import type { Infrastructure } from '../infrastructure.ts'

/** Forwarding by hand and by rules, and what delivers both to the relay. */
export function openForwarding(
  infrastructure: Infrastructure,
  closing: AsyncDisposableStack,
  deps: { mails: Mails; permit: Permit; mailer: Mailer; suppression: Suppression },
) {
  const { config, secrets, keyFor } = infrastructure
  const { mails, suppression } = deps
  const messages = createMessageMaker()
  closing.defer(messages.stop)
  const sending = {
    ...infrastructure,
    ...deps,
    messages,
    canSend: secrets.mailUrl !== null,
    own: {
      mailFrom: config.mailFrom,
      smtpHost: config.smtpHost,
      mark: Buffer.from(keyFor('forwards')).toString('hex').slice(0, 24),
    },
    caps: config.forwardCaps,
  }
  const forwarding = createForwarding({
    ...sending,
    outbox: deps.mailer,
    openTo: config.openForwardTo && createAddressList(config.openForwardTo),
  })
  const rules = createRules(sending)
  const deliveries = createDeliveries({
    ...sending,
    deliver: secrets.mailUrl === null ? null : deliverToRelay(secrets.mailUrl, config.mailFrom),
    stopUrlOf: suppression.urlOf,
    sourceOf: mails.show.keptSource,
  })
  return { features: { forwarding, rules, deliveries }, rest: messages.rest }
}
