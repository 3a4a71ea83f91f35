/** The text between the `%` of a pattern of LIKE, where `\` escapes. */
export function piecesOf(like: string): string[] {
  const pieces = ['']
  for (const [token, escaped] of like.matchAll(/\\(.)|%|[^\\%]+/gs)) {
    if (token === '%') pieces.push('')
    else pieces.push(`${pieces.pop() ?? ''}${escaped ?? token}`)
  }
  return pieces
}

/** Each piece behind the one before, at the first place: no other choice finds more. */
export function isLike(text: string, [first = '', ...others]: string[]): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  const end = text.length - last.length
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const piece of others) {
    const found = text.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return at <= end
}
