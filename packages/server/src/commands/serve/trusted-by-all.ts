import type { Config } from '../../config/config.ts'

/**
 * Warns where every address may be a proxy. It is no error, as with other servers: a firewall may let only the
 * proxies reach the port. `smtpOpen` lets clients of some networks in without a login.
 */
export function trustedByAll(
  config: Pick<Config, 'smtpProxies' | 'trustedProxies' | 'smtpOpen'>,
): string[] {
  const namesAll = (networks: string[]) => networks.some((network) => network.endsWith('/0'))
  const isOpen = config.smtpOpen !== null ? ', also one of SMTP_OPEN_NETWORKS' : ''
  return [
    ...(namesAll(config.smtpProxies)
      ? [
          `SMTP_PROXIES names all addresses: every client of an SMTP port can choose its address${isOpen}.`,
        ]
      : []),
    ...(namesAll(config.trustedProxies)
      ? ['TRUSTED_PROXIES names all addresses: every client of HTTP_PORT can choose its address.']
      : []),
  ]
}
