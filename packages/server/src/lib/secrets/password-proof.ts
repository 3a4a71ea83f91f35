import { createHmac } from 'node:crypto'
import { equalSecrets } from './tokens.ts'

/** What a client shows of its password: the password, or a digest that only its owner can make (RFC 2195). */
export type PasswordProof = string | { challenge: string; digest: string }

export const proves = (proof: PasswordProof, password: string): boolean =>
  typeof proof === 'string'
    ? equalSecrets(proof, password)
    : equalSecrets(proof.digest, digestOf(password, proof.challenge))

export const digestOf = (password: string, challenge: string): string =>
  createHmac('md5', password).update(challenge).digest('hex')
