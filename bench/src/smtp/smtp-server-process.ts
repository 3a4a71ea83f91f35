import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A server of the npm package `smtp-server` that lets anybody in and forgets what it gets. */
const [, , key = '', cert = ''] = process.argv

const server = new SMTPServer({
  key: readFileSync(key),
  cert: readFileSync(cert),
  disableReverseLookup: true,
  logger: false,
  allowInsecureAuth: true,
  authMethods: ['PLAIN', 'LOGIN'],
  onAuth: (auth, _session, done) => done(null, { user: auth.username }),
  onData(stream, _session, done) {
    // Joins the chunks, as a store needs it, and as the engine beside it does.
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
    stream.on('end', () => done(null, `Ok: ${Buffer.concat(chunks).length} bytes`))
  },
})
const listening = server.listen(0, '127.0.0.1', () => {
  console.log(`port ${(listening.address() as AddressInfo).port}`)
})
