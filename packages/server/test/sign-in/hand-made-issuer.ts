import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { clientId, clientSecret } from './client.ts'

/** What an issuer says of a person, and all the ways in which it can say it wrongly. */
export type Said = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Who signs: the issuer, somebody else, nobody, or whoever knows the secret of the client. */
  signer?: 'issuer' | 'stranger' | 'nobody' | 'secret'
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })
const [own, strange] = [pair(), pair()]
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export type HandMadeIssuer = Awaited<ReturnType<typeof startHandMadeIssuer>>

/** An issuer that signs whatever a test wants. It has no pages: the test is the person and the browser. */
export async function startHandMadeIssuer() {
  const tokens = new Map<string, string>()
  const asked: string[] = []
  const faults: { path?: string; answer?: (response: ServerResponse) => void } = {}
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push(path)
    if (faults.path === path && faults.answer) return faults.answer(response)
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path === '/.well-known/openid-configuration') return reply(200, metadata())
    if (path === '/keys') {
      const key = own.publicKey.export({ format: 'jwk' })
      return reply(200, { keys: [{ ...key, kid: 'k', use: 'sig', alg: 'RS256' }] })
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const code = new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? ''
      const id_token = tokens.get(code)
      tokens.delete(code)
      if (id_token === undefined) return reply(400, { error: 'invalid_grant' })
      return reply(200, { access_token: 'access', token_type: 'Bearer', id_token })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  })

  function tokenOf(nonce: string | null, { claims, header, signer = 'issuer' }: Said): string {
    const now = Math.floor(Date.now() / 1_000)
    const usual = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce }
    const alg = { issuer: 'RS256', stranger: 'RS256', nobody: 'none', secret: 'HS256' }[signer]
    const text = `${part({ alg, kid: 'k', ...header })}.${part({ ...usual, ...claims })}`
    return `${text}.${signatureOf(text, signer)}`
  }

  return {
    issuer,
    /** The paths that were asked for. */
    asked,
    /** Answers a path in another way from now on. */
    spoil(path: string, answer: (response: ServerResponse) => void) {
      Object.assign(faults, { path, answer })
    },
    mend: () => delete faults.path,
    /** The query with which the browser comes back from the address that it was sent to. */
    answer(to: string, said: Said, more: Record<string, string | undefined> = {}): URLSearchParams {
      const { searchParams } = new URL(to)
      const code = randomUUID()
      tokens.set(code, tokenOf(searchParams.get('nonce'), said))
      const query = { code, state: searchParams.get('state') ?? '', iss: issuer, ...more }
      return new URLSearchParams(
        Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
      )
    },
  }
}

function signatureOf(text: string, signer: NonNullable<Said['signer']>): string {
  const by = (key: KeyObject) => sign('sha256', Buffer.from(text), key).toString('base64url')
  if (signer === 'issuer') return by(own.privateKey)
  if (signer === 'stranger') return by(strange.privateKey)
  if (signer === 'nobody') return ''
  return createHmac('sha256', clientSecret).update(text).digest('base64url')
}
