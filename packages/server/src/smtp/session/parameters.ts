import { replies } from './replies.ts'

/** Upper-cased keyword to value; null where no value was given (RFC 5321 section 4.1.2). */
export type Parameters = Map<string, string | null>
export type Refused = { refused: string }

const parameter = /^([A-Za-z0-9][A-Za-z0-9-]*)(?:=([^=\s]+))?$/

export function readParameters(text: string): Parameters | Refused {
  const parameters: Parameters = new Map()
  for (const word of text.split(' ')) {
    if (word === '') continue
    const [, keyword, value = null] = parameter.exec(word) ?? []
    if (keyword === undefined) return { refused: replies.badParameter }
    const key = keyword.toUpperCase()
    if (parameters.has(key)) return { refused: replies.repeatedParameter }
    parameters.set(key, value)
  }
  return parameters
}

const xtextPattern = /^(?:[!-*,-<>-~]|\+[0-9A-F]{2})+$/

/** RFC 3461 section 4: printable ASCII, where `+` and two hex digits stand for any byte. */
export const isXtext = (value: string | null, maximum: number): value is string =>
  value !== null && value.length <= maximum && xtextPattern.test(value)
