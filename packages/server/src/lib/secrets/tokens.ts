import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of 256 random bits, safe in URLs, cookies and headers. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What is stored in place of a token: with 256 random bits a plain hash cannot be searched back. */
export const sha256Hex = (text: string): string => hash('sha256', text)

/** Compares secrets in a time that tells neither where they differ nor how long they are. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

const digest = (text: string) => hash('sha256', text, 'buffer')
