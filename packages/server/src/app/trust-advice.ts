import type { SmtpEndpoint } from '../features/teams/teams.ts'

/** Advice for a client that does not trust the certificate of SMTP. */
export function adviceOnTrust({ ports, selfSigned }: Readonly<SmtpEndpoint>): string {
  const plain = ports.find(({ tls }) => tls === 'none')
  const accept = selfSigned
    ? 'let the client accept a certificate that Mailstop made itself'
    : 'ask the operator of this server to check its certificate'
  return plain ? `use port ${plain.port}, or ${accept}` : accept
}
