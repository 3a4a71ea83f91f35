import { createEgress, type Egress } from '../egress/egress.ts'
import { createDestinations } from '../egress/destinations.ts'
import type { SmtpEndpoint } from '../features/teams/teams.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The way out over HTTP of this process, which never leads back to it. Its ports are known once it listens. */
export function openEgress(
  { config, publicUrl, product }: Infrastructure,
  smtp: Pick<SmtpEndpoint, 'ports'>,
): Egress {
  const ownPorts = () => [
    Number(publicUrl.port),
    config.httpPort,
    ...[...config.smtpPorts, ...smtp.ports].map(({ port }) => port),
  ]
  const destinations = createDestinations({
    allow: config.outboundAllow,
    ownHost: config.publicUrl?.hostname ?? null,
    ownPorts,
  })
  return createEgress({ destinations, version: product.version })
}
