import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'

const execute = promisify(execFile)

/** An SMTP server for secrets that Mailstop never generates. It records logins and mails. */
export type SecretTaker = {
  readonly port: number
  /** The logins and mails since the last call. */
  taken(): { logins: string[][]; mails: string[] }
  close(): Promise<void>
}

export async function startSecretTaker(): Promise<SecretTaker> {
  let logins: string[][] = []
  let mails: string[] = []
  const server = new SMTPServer({
    ...(await selfSigned()),
    // Mono's client has no newer version of TLS.
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ username, password }, session, done) {
      logins.push([String(username), String(password), session.secure ? 'TLS' : 'no TLS'])
      done(null, { user: username })
    },
    onData(stream, _session, done) {
      let mail = ''
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => (mail += text))
      stream.on('end', () => {
        mails.push(mail)
        done()
      })
    },
  })
  // A client that disconnects fails its own test.
  server.on('error', () => {})
  server.listen(0, 'localhost')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    taken() {
      const all = { logins, mails }
      logins = []
      mails = []
      return all
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Generated for each run: a certificate in the repository would expire. */
async function selfSigned(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert]
    await execute('openssl', ['req', '-x509', '-days', '2', '-subj', '/CN=localhost', ...made])
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
