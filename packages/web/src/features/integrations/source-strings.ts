/**
 * Text as a literal of the languages of the examples, whatever it holds: a secret with a quote or a
 * backslash in it has to arrive as it is, and can never become code.
 */

const control = /[\p{Cc}\u2028\u2029]/gu
const hex = (character: string, digits: number) =>
  character.charCodeAt(0).toString(16).padStart(digits, '0')

/** For Python too: both agree on what a single-quoted string is, as far as we use it. */
export function singleQuoted(text: string): string {
  const escaped = text.replaceAll(/[\\']/g, '\\$&').replaceAll(control, (c) => `\\u${hex(c, 4)}`)
  return `'${escaped}'`
}

export function csharpString(text: string): string {
  const escaped = text.replaceAll(/[\\"]/g, '\\$&').replaceAll(control, (c) => `\\u${hex(c, 4)}`)
  return `"${escaped}"`
}

/** Single quotes: Ruby evaluates `#{…}` within double ones. A line break stands for itself. */
export function rubyString(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`
}

/** Double quotes, in which only these are special to phpdotenv. */
export function dotenvString(text: string): string {
  const escaped = text
    .replaceAll(/[\\"$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return `"${escaped}"`
}

/** One word for a POSIX shell. Harmless words stay bare. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
