import { createTransport } from 'nodemailer'
import type { Certificate } from './certificate.ts'

/** A mail as an app would send it, and the credentials of the team that is to catch it. */
export type Submission = {
  username: string
  password: string
  from: string
  to: string
  subject: string
  text: string
  html: string
}

type SubmissionDeps = {
  /** Where this process listens; `tlsPorts` are those of `ports` on which TLS comes first. */
  listening: () => { ports: number[]; tlsPorts: number[] }
  certificate: () => Certificate
}

const patienceMs = 10_000

/**
 * Sends a mail through the SMTP port of this very process, over a real connection with TLS and AUTH.
 * It trusts exactly the certificate that is served there, whatever name that is for. Gives the answer
 * to the mail, and throws with what the server said when it was not taken.
 */
export function createSubmission({ listening, certificate }: SubmissionDeps) {
  return async function submit({ username, password, ...mail }: Submission): Promise<string> {
    const { ports, tlsPorts } = listening()
    const [port] = ports
    if (port === undefined) throw new Error('No SMTP port is open')
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      secure: tlsPorts.includes(port),
      requireTLS: true,
      tls: {
        ca: certificate().cert,
        // An operator's certificate is vouched for by an authority that is not asked here.
        allowPartialTrustChain: true,
        checkServerIdentity: () => undefined,
      },
      auth: { user: username, pass: password },
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      return (await transport.sendMail(mail)).response
    } finally {
      transport.close()
    }
  }
}
