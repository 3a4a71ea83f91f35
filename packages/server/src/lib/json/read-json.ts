/**
 * The one reader of JSON that others send. The code that takes the bytes bounds their number; the number of members
 * and the depth of nesting are counted here before anything is built: a bracket is one byte, and the list that it
 * begins a hundred.
 */
export type JsonLimits = { members: number; depth: number }

/** A call that names a few things fits. No field of ours is nested as deeply. */
export const fewMembers: JsonLimits = { members: 2_000, depth: 16 }

/** The largest mail has fewer than half of them. */
export const mailMembers: JsonLimits = { members: 5_000, depth: 8 }

const faultTexts = {
  empty: 'The body is empty.',
  encoding: 'The body is not UTF-8.',
  members: 'The body has too many fields.',
  depth: 'The body is nested too deeply.',
  syntax: 'The body is not JSON.',
  prototype: 'The body has a field that no object may have.',
} as const

export type JsonFault = keyof typeof faultTexts
export type JsonRead = { value: unknown } | { fault: JsonFault }

export const faultText = (fault: JsonFault): string => faultTexts[fault]

export function readJson(bytes: Uint8Array, limits: JsonLimits): JsonRead {
  if (bytes.length === 0) return { fault: 'empty' }
  const excess = createJsonCount(limits)(bytes)
  if (excess !== null) return { fault: excess }
  // RFC 8259 section 8.1.
  const text = decoded(bytes)
  if (text === null) return { fault: 'encoding' }
  const parsed = parse(text)
  if (parsed === null) return { fault: 'syntax' }
  return setsPrototype(parsed.value) ? { fault: 'prototype' } : parsed
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const [openList, closeList] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

/**
 * Counts commas, strings and brackets, byte by byte, so that text that is no JSON takes the same time. It takes the
 * bytes as they come, and says once that they are more than the limits allow.
 */
export function createJsonCount(
  most: JsonLimits,
): (bytes: Uint8Array) => 'members' | 'depth' | null {
  // A member has a name and a value, and no comma follows the last one of a list or an object.
  const mostStrings = 2 * most.members * most.depth
  let seen = { depth: 0, members: 1, strings: 0, inString: false, skipped: 0 }
  return (bytes) => {
    let { depth, members, strings, inString } = seen
    const { length } = bytes
    let at = seen.skipped
    for (; at < length; at += 1) {
      const byte = bytes[at]
      if (inString) {
        if (byte === backslash) at += 1
        else if (byte === quote) inString = false
        continue
      }
      if (byte === quote) {
        inString = true
        strings += 1
      } else if (byte === comma) members += 1
      else if (byte === openList || byte === openObject) depth += 1
      else if (byte === closeList || byte === closeObject) depth -= 1
      if (depth > most.depth) return 'depth'
      if (members > most.members || strings > mostStrings) return 'members'
    }
    // A backslash that ends these bytes escapes the first of the next.
    seen = { depth, members, strings, inString, skipped: at - length }
    return null
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** Either name would, as a property of its own, change the prototype of a copy. */
function setsPrototype(value: unknown): boolean {
  let level = [value].filter(isObject)
  while (level.length > 0) {
    if (level.some(hasPrototype)) return true
    level = level.flatMap((each) => Object.values(each) as unknown[]).filter(isObject)
  }
  return false
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function hasPrototype(object: object): boolean {
  if (Object.hasOwn(object, '__proto__')) return true
  const { constructor } = object as { constructor: unknown }
  return (
    Object.hasOwn(object, 'constructor') &&
    isObject(constructor) &&
    Object.hasOwn(constructor, 'prototype')
  )
}
