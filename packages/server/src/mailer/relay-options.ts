const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Nodemailer's options for a relay. Certificates are always verified, and a password leaves this
 * machine over TLS only: without `requireTLS` whoever sits between could strip STARTTLS away.
 */
export function relayOptions(mailUrl: string) {
  const url = new URL(mailUrl)
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    requireTLS: url.username !== '' && !loopback.has(url.hostname),
    tls: { rejectUnauthorized: true },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  }
}
