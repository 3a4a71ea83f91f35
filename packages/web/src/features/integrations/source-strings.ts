/**
 * Writes any text as a literal in the languages of the examples: a secret with a quote or a backslash
 * has to arrive unchanged, and can never become code. Invisible characters are escaped if the language
 * can escape them, so that a reader sees them; some compilers refuse them.
 */

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const hex = (character: string, digits = 4) =>
  character.charCodeAt(0).toString(16).padStart(digits, '0')

/** `\uXXXX` reaches no further than these, and what lies beyond is never a quote. */
const escapeInvisible = (text: string, escape: (character: string) => string) =>
  text.replaceAll(invisible, (character) =>
    character.length === 1 ? escape(character) : character,
  )

const unicodeEscape = (character: string) => `\\u${hex(character)}`

/** Quotes for JavaScript and Python, which agree on what a single-quoted string is, as far as we use it. */
export function singleQuoted(text: string): string {
  return `'${escapeInvisible(text.replaceAll(/[\\']/g, '\\$&'), unicodeEscape)}'`
}

/** Quotes for C# and Go, which agree on double-quoted strings likewise. */
export function doubleQuoted(text: string): string {
  return `"${escapeInvisible(text.replaceAll(/[\\"]/g, '\\$&'), unicodeEscape)}"`
}

export function rustString(text: string): string {
  return `"${escapeInvisible(text.replaceAll(/[\\"]/g, '\\$&'), (c) => `\\u{${hex(c)}}`)}"`
}

/** Elixir evaluates `#{…}` within a string. */
export function elixirString(text: string): string {
  const escaped = text.replaceAll(/[\\"]|#(?=\{)/g, '\\$&')
  return `"${escapeInvisible(escaped, (c) => `\\u{${hex(c)}}`)}"`
}

/** Quotes for Ruby and PHP with single quotes, where neither evaluates anything. Only these are escaped. */
export function plainQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`
}

/** Double quotes, in which only these are special to phpdotenv. */
function dotenvString(text: string): string {
  const escaped = text
    .replaceAll(/[\\"$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return `"${escaped}"`
}

/**
 * For Laravel, whose `env()` takes what phpdotenv has read and makes true of the word `true`, and takes
 * off a pair of quotes that is left: such values get a pair to lose.
 */
export function laravelString(text: string): string {
  const changed = /^\(?(true|false|null|empty)\)?$/i.test(text) || /^(['"]).*\1$/s.test(text)
  return dotenvString(changed ? `'${text}'` : text)
}

/**
 * A value of a Spring `.properties` file: read as Latin-1, and once more for `${…}`. A dollar sign and
 * a backslash that could begin something are put there by a placeholder that has only a default.
 */
export function springValue(text: string): string {
  const literal = text.replaceAll(/\\+(?=\$)|\$(?=\{)/g, (found) =>
    found.replaceAll(/./g, '${mailstop:$&}'),
  )
  const escaped = literal.replaceAll('\\', '\\\\').replaceAll(/^ | $/g, '\\u0020')
  return escaped.replaceAll(/[^\u0020-\u007e]/g, unicodeEscape)
}

/** msmtp knows no escapes: it takes one pair of quotes off and everything between as it is. */
export const msmtpValue = (text: string): string => `"${text}"`

/** A part of a URL, percent-encoded where a character could have another meaning. */
export function urlPart(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${hex(c, 2)}`)
}

/** A host in a URL: an address of IP version 6 stands in brackets. */
export const urlHost = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host

/** One word for a POSIX shell. Harmless words stay bare. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
