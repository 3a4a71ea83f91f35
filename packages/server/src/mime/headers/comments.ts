/**
 * Text without comments in parentheses (RFC 5322 section 3.2.2), nested ones included. Unbalanced
 * parentheses are no comments. `opens` says where one may begin.
 */
export function withoutComments(
  text: string,
  opens: (before: string) => boolean = anywhere,
): string {
  if (!text.includes('(')) return text
  let result = ''
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '(' && (depth > 0 || opens(text.charAt(at - 1)))) depth++
    else if (character === ')' && depth > 0) depth--
    else if (depth === 0) result += character
  }
  return depth === 0 ? result : text
}

const anywhere = () => true
