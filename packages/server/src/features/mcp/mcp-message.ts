/**
 * What a client of MCP posts: one JSON-RPC message. Batches were in one revision of the protocol only, and
 * would let one small request wait for mail hundreds of times. Pure.
 */
export type Message = { [key: string]: unknown }

export type ReadMessage =
  | { message: Message }
  | { problem: { code: number; message: string; id: null } }

/** JSON-RPC 2.0 section 5.1. */
const parseError = -32_700
const invalidRequest = -32_600

/** Deeper than any call of a tool. Schemas are recursive, and a stack is not. */
const deepest = 16

export function readMessage(bytes: Uint8Array): ReadMessage {
  const value = parse(bytes)
  if (value === undefined) return problem(parseError, 'The body is not JSON in UTF-8.')
  if (Array.isArray(value)) {
    return problem(invalidRequest, 'Send one message at a time: batches are not supported.')
  }
  if (typeof value !== 'object' || value === null) {
    return problem(invalidRequest, 'A message is a JSON object.')
  }
  if (!isPlain(value)) return problem(invalidRequest, 'The message is nested too deeply.')
  return { message: value as Message }
}

const problem = (code: number, message: string) => ({ problem: { code, message, id: null } })

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Level by level, so that the depth of the input is not that of a stack. */
function isPlain(value: object): boolean {
  let level: object[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === deepest) return false
    // As a property of its own, it would set a prototype in each copy.
    if (level.some((each) => Object.hasOwn(each, '__proto__'))) return false
    level = level
      .flatMap((each) => Object.values(each) as unknown[])
      .filter((each): each is object => typeof each === 'object' && each !== null)
  }
  return true
}
