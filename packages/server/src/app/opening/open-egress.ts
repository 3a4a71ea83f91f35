import { createEgress, type Egress } from '../../egress/egress.ts'
import { createDestinations, type DestinationRules } from '../../egress/destinations.ts'
import type { SmtpEndpoint } from '../../features/teams/teams.ts'
import type { Infrastructure } from '../infrastructure.ts'

type Ports = Pick<SmtpEndpoint, 'ports'>

/** The way out over HTTP of this process, which never leads back to it. */
export function openEgress(
  infrastructure: Infrastructure,
  smtp: Ports,
  limits: { wholeMs?: number } = {},
): Egress {
  const { config, product } = infrastructure
  const destinations = createDestinations({
    allow: config.outboundAllow,
    ownHost: config.publicUrl?.hostname ?? null,
    ownPorts: ownPorts(infrastructure, smtp),
  })
  return createEgress({ destinations, version: product.version, ...limits })
}

const issuerMs = 5_000

/**
 * The way to the issuer that the operator named, which may be in a private network and beside this server at one name.
 * Other hosts that its metadata names are judged as any: they have to be public, or allowed by the operator.
 */
export function openIssuerEgress(infrastructure: Infrastructure, smtp: Ports, issuer: URL): Egress {
  const { config, product } = infrastructure
  const port = Number(issuer.port) || (issuer.protocol === 'https:' ? 443 : 80)
  const { networks, hosts } = config.outboundAllow
  const destinations = createDestinations({
    allow: { networks, hosts: [...hosts, { host: issuer.hostname, port }] },
    ownHost: null,
    ownPorts: ownPorts(infrastructure, smtp),
  })
  return createEgress({ destinations, version: product.version, wholeMs: issuerMs })
}

/** They are known once this process listens. */
const ownPorts =
  ({ config, publicUrl }: Infrastructure, smtp: Ports): DestinationRules['ownPorts'] =>
  () => [
    Number(publicUrl.port),
    config.httpPort,
    ...[...config.smtpPorts, ...smtp.ports].map(({ port }) => port),
  ]
