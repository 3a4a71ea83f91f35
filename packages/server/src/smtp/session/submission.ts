import { once } from 'node:events'
import { connect } from 'node:net'
import { localAddress } from '../../lib/network/unix-sockets.ts'
import { ownProxyHeader } from '../../lib/network/own-proxy-header.ts'
import type { SmtpPort, WantedSocket } from '../../lib/network/smtp-ports.ts'
import type { OneTimeLogins } from '../limits/one-time-logins.ts'

/** A mail as an app would send it, and the account that catches it. */
export type Submission = {
  accountId: number
  inbox?: number
  from: string
  to: string
  subject: string
  text: string
  html: string
}

type SubmissionDeps = {
  /** The ports and Unix sockets of this process. */
  listening: () => readonly (SmtpPort | WantedSocket)[]
  /** An address at which this machine reaches these ports. */
  address: string
  certificate: () => { cert: string }
  logInAs: OneTimeLogins['issue']
  /** Whether a connection from this address must begin with a header of the PROXY protocol. */
  isProxy: (address: string) => boolean
}

const patienceMs = 10_000

/**
 * Sends a mail through the SMTP port of this very process, over a real connection with AUTH, and TLS where an app
 * would use it there. It trusts exactly the certificate that is served there, under every name, and uses a login
 * made for this one mail, so that limits on other logins do not stop it. Returns the answer to the mail, and throws
 * with the server's words when the mail was not taken.
 */
export function createSubmission(deps: SubmissionDeps) {
  const { listening, address, certificate, logInAs } = deps
  return async function submit({ accountId, inbox, ...mail }: Submission): Promise<string> {
    const [first] = listening()
    if (first === undefined) throw new Error('No SMTP port is open')
    // Loaded only when a team asks for a test.
    const { createTransport } = await import('nodemailer')
    using opened = new DisposableStack()
    const login = opened.adopt(
      logInAs({ id: accountId, ...(inbox !== undefined && { inbox }) }),
      ({ end }) => end(),
    )
    const where = 'path' in first ? { path: first.path } : { host: address, port: first.port }
    const connection = opened.adopt(connect(where), (socket) => socket.destroy())
    await once(connection, 'connect', { signal: AbortSignal.timeout(patienceMs) })
    const own = 'path' in first ? localAddress : (connection.localAddress ?? '')
    if (deps.isProxy(own)) connection.write(ownProxyHeader)
    const options = {
      connection,
      secure: first.tls === 'implicit',
      requireTLS: first.tls === 'starttls',
      tls: {
        ca: certificate().cert,
        // The authority of an operator's certificate is not checked here.
        allowPartialTrustChain: true,
        checkServerIdentity: () => undefined,
      },
      auth: { user: login.username, pass: login.password },
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    const transport = opened.adopt(createTransport(options), (made) => made.close())
    return (await transport.sendMail(mail)).response
  }
}
