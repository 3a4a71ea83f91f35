import { createHash, randomBytes } from 'node:crypto'

export const hashOf = (source: Uint8Array | string) =>
  createHash('sha256').update(source).digest('hex')

/** A mail of that many bytes at least, which no compression makes much smaller. */
export function uniqueMail(bytes: number): { token: string; source: string } {
  const token = randomBytes(12).toString('hex')
  const head = `Subject: ${token}\r\nFrom: app@rocket.test\r\nTo: you@customer.test\r\n\r\n`
  const lines = randomBytes(Math.ceil((bytes * 3) / 4))
    .toString('base64')
    .replaceAll(/.{1,76}/g, '$&\r\n')
  return { token, source: `${head}${lines}` }
}
