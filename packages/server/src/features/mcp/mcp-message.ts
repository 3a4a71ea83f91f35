import { faultText, fewMembers, readJson, type JsonFault } from '../../lib/json/read-json.ts'

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

export function readMessage(bytes: Uint8Array): ReadMessage {
  const read = readJson(bytes, fewMembers)
  if ('fault' in read) {
    const code = isOfText(read.fault) ? parseError : invalidRequest
    return problem(code, faultText(read.fault))
  }
  const { value } = read
  if (Array.isArray(value)) {
    return problem(invalidRequest, 'Send one message at a time: batches are not supported.')
  }
  if (typeof value !== 'object' || value === null) {
    return problem(invalidRequest, 'A message is a JSON object.')
  }
  return { message: value as Message }
}

const isOfText = (fault: JsonFault) =>
  fault === 'empty' || fault === 'encoding' || fault === 'syntax'

const problem = (code: number, message: string) => ({ problem: { code, message, id: null } })
