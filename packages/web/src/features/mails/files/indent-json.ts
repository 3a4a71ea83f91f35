/** Beyond this depth lines are not indented further. */
const deepest = 30
/** A text that needs more white space is shown as it is: a browser stands still while it lays that out. */
const mostAdded = 1_000_000

/**
 * JSON with one value on each line. It changes white space alone: numbers stay as they are written, however
 * many digits they have, and what is no JSON, or is cut, is shown as well.
 */
export function indentJson(text: string): string {
  const pieces: string[] = []
  let depth = 0
  let added = 0
  const newLine = () => {
    const line = `\n${'  '.repeat(Math.min(Math.max(depth, 0), deepest))}`
    added += line.length
    return line
  }
  for (const token of tokensOf(text)) {
    if (token === '{' || token === '[') {
      depth += 1
      pieces.push(token, newLine())
    } else if (token === '}' || token === ']') {
      depth -= 1
      const isEmpty = /^\n *$/.test(pieces.at(-1) ?? '') && /^[{[]$/.test(pieces.at(-2) ?? '')
      if (isEmpty) pieces.pop()
      pieces.push(isEmpty ? token : newLine() + token)
    } else if (token === ',') pieces.push(token, newLine())
    else if (token === ':') pieces.push(': ')
    else pieces.push(token)
    if (added > mostAdded) return text
  }
  return pieces.join('')
}

/** Texts in quotes, signs, and anything else up to white space or a sign. */
function* tokensOf(text: string): Generator<string> {
  let at = 0
  while (at < text.length) {
    const start = at
    const first = text.charAt(at)
    at += 1
    if (first === '"') at = quoteEnd(text, at)
    else if (isPlain(first)) while (at < text.length && isPlain(text.charAt(at))) at += 1
    if (!isSpace(first)) yield text.slice(start, at)
  }
}

/** The place behind the closing quote, or the end of a text without one. */
function quoteEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1
    if (text[at] === '\\') at += 1
  }
  return text.length
}

const isSpace = (character: string) => ' \t\r\n\ufeff'.includes(character)
const isPlain = (character: string) => !isSpace(character) && !'"{}[],:'.includes(character)
