import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** `memoryKb` in KiB. */
export type HashCost = { memoryKb: number; passes: number; lanes: number }

const saltBytes = 16
const tagBytes = 32
/** Larger than every hash that was ever stored: a row that was tampered with cannot take all memory. */
const most: HashCost = { memoryKb: 1_048_576, passes: 100, lanes: 64 }

/** Argon2id version 1.3 (RFC 9106) as a PHC string, computed in Node's thread pool. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await tagOf(password, { cost, salt, tagBytes })
  const { memoryKb, passes, lanes } = cost
  return `$argon2id$v=19$m=${memoryKb},t=${passes},p=${lanes}$${encode(salt)}$${encode(tag)}`
}

/** Whether the password made this hash, at the cost that the hash names. False for a text that is no hash. */
export async function fitsHash(stored: string, password: string): Promise<boolean> {
  const hash = readHash(stored)
  if (!hash) return false
  const tag = await tagOf(password, { ...hash, tagBytes: hash.tag.length })
  return timingSafeEqual(tag, hash.tag)
}

/** The parts of a PHC string; null for any other text, and for a cost or a length out of bounds. */
function readHash(stored: string): { cost: HashCost; salt: Buffer; tag: Buffer } | null {
  const found =
    /^\$argon2id\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,9})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/.exec(
      stored,
    )
  if (!found) return null
  const [, memory, passes, lanes, salt = '', tag = ''] = found
  const cost = { memoryKb: Number(memory), passes: Number(passes), lanes: Number(lanes) }
  const isAffordable =
    cost.memoryKb <= most.memoryKb && cost.passes <= most.passes && cost.lanes <= most.lanes
  // RFC 9106 section 3.1: at least eight blocks a lane.
  if (!isAffordable || cost.memoryKb < 8 * cost.lanes) return null
  const parts = { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
  // Refuses a length that base64 does not have, or bits beyond the last byte.
  return encode(parts.salt) === salt && encode(parts.tag) === tag ? parts : null
}

function tagOf(
  password: string,
  { cost, salt, tagBytes: tagLength }: { cost: HashCost; salt: Buffer; tagBytes: number },
): Promise<Buffer> {
  const { memoryKb: memory, passes, lanes: parallelism } = cost
  const parameters = { message: password, nonce: salt, memory, passes, parallelism, tagLength }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

/** PHC strings have base64 without padding. */
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
