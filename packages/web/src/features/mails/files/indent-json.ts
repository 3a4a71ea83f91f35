/** Beyond this depth lines are not indented further. */
const deepest = 30

/**
 * JSON with one value on each line. It changes white space alone: numbers stay as they are written, however
 * many digits they have, and what is no JSON, or is cut, is shown as well.
 */
export function indentJson(text: string): string {
  const pieces: string[] = []
  let depth = 0
  const newLine = () => `\n${'  '.repeat(Math.min(Math.max(depth, 0), deepest))}`
  for (const [token] of text.matchAll(tokens)) {
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
  }
  return pieces.join('')
}

/** A text in quotes, also without its end; a sign; or anything else up to white space. */
const tokens = /"(?:[^"\\]|\\[^])*"?|[{}[\],:]|[^\s"{}[\],:]+/g
