/**
 * Text with `format=flowed` (RFC 3676) as it was before it was folded: a line that ends with a space
 * goes on in the next one of the same depth of quotes. Signature separators and quote marks stay.
 */
export function unfoldFlowed(text: string, deletesSpace: boolean): string {
  const pieces: string[] = []
  let goesOn = false
  let depthBefore = 0
  for (const line of text.split('\n')) {
    const depth = quoteDepth(line)
    // One space is stuffed in front of lines that begin with a space, `>` or `From ` (section 4.4).
    const content = line.slice(line[depth] === ' ' ? depth + 1 : depth)
    const joins = goesOn && depth === depthBefore && content !== '-- '
    if (!joins) {
      if (pieces.length > 0) pieces.push('\n')
      if (depth > 0) pieces.push(`${'>'.repeat(depth)} `)
    }
    goesOn = content.endsWith(' ') && content !== '-- '
    pieces.push(goesOn && deletesSpace ? content.slice(0, -1) : content)
    depthBefore = depth
  }
  return pieces.join('')
}

function quoteDepth(line: string): number {
  let depth = 0
  while (line[depth] === '>') depth++
  return depth
}
