import { createHmac, randomBytes } from 'node:crypto'

// Standard Webhooks 1.0: the id, the time and the body are signed, and each secret that is valid signs.

const prefix = 'whsec_'
const secretBytes = 24

export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${signature.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
