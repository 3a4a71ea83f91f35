import * as fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import {
  doubleQuoted,
  elixirString,
  laravelString,
  msmtpValue,
  plainQuoted,
  rustString,
  shellWord,
  singleQuoted,
  springValue,
  urlHost,
  urlPart,
} from './source-strings.ts'

/**
 * What a secret may hold, mostly of the characters that mean something somewhere. The examples that
 * really run, with their own compilers and libraries, are in packages/e2e.
 */
const special = [
  ...`'"\\$#{}()[]<>%&*?!~;:,.=@|/^+-_ \`\t`.split(''),
  '${',
  '#{',
  '\\u0041',
  '\\',
  'é',
  '佐',
  '🚀',
]
const secrets = fc
  .array(fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'grapheme', maxLength: 3 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join('').replaceAll(/[\r\n\0]/g, ''))

/** How a language reads a literal: what may follow a backslash, and what must not stand bare. */
type Rules = { quote: string; escapes: RegExp; bare: RegExp }

const unicode = (text: string) =>
  String.fromCodePoint(Number.parseInt(text.replaceAll(/[u{}]/g, ''), 16))

const meaning = (escape: string) => {
  if (escape === 't') return '\t'
  return escape.startsWith('u') ? unicode(escape) : escape
}

/** Reads a literal by a language's rules. Throws where its compiler would, or would see code. */
function read(literal: string, { quote, escapes, bare }: Rules): string {
  if (!literal.startsWith(quote) || !literal.endsWith(quote)) throw new Error('no literal')
  let text = ''
  let rest = literal.slice(1, -1)
  while (rest !== '') {
    const escape = rest.startsWith('\\') && escapes.exec(rest.slice(1))
    if (escape) {
      text += meaning(escape[0])
      rest = rest.slice(1 + escape[0].length)
      continue
    }
    const broken = bare.exec(rest)
    if (broken?.index === 0) throw new Error(`${broken[0]} stands bare in ${literal}`)
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0)
    text += character
    rest = rest.slice(character.length)
  }
  return text
}

const languages: [string, (text: string) => string, Rules][] = [
  ['Python', singleQuoted, { quote: "'", escapes: /^([\\']|u[0-9a-f]{4})/, bare: /['\\\n\r]/ }],
  ['C# and Go', doubleQuoted, { quote: '"', escapes: /^([\\"]|u[0-9a-f]{4})/, bare: /["\\\n]/ }],
  ['Rust', rustString, { quote: '"', escapes: /^([\\"]|u\{[0-9a-f]+\})/, bare: /["\\\r]/ }],
  ['Elixir', elixirString, { quote: '"', escapes: /^([\\"#]|u\{[0-9a-f]+\})/, bare: /["\\]|#\{/ }],
  ['Ruby and PHP', plainQuoted, { quote: "'", escapes: /^[\\']/, bare: /'/ }],
]

describe('a literal stands for the very text, whatever that holds', () => {
  test('of JavaScript', () => {
    fc.assert(
      fc.property(secrets, (text) => {
        expect(runInNewContext(singleQuoted(text))).toBe(text)
      }),
    )
  })

  test.each(languages)('of %s', (_name, write, rules) => {
    fc.assert(
      fc.property(secrets, (text) => {
        expect(read(write(text), rules)).toBe(text)
      }),
    )
  })

  test('of a shell', () => {
    fc.assert(
      fc.property(fc.array(secrets, { minLength: 20, maxLength: 20 }), (texts) => {
        const words = texts.map((text) => shellWord(text))
        const shown = execFileSync('sh', ['-c', `printf '%s\\0' ${words.join(' ')}`])
        expect(shown.toString()).toBe(texts.map((text) => `${text}\0`).join(''))
      }),
      { numRuns: 20 },
    )
  })

  test('in a URL', () => {
    fc.assert(
      fc.property(secrets, (text) => {
        const url = new URL(`smtp://user:${urlPart(text)}@host:2525?verify_peer=0`)
        expect(decodeURIComponent(url.password)).toBe(text)
        expect(url.host).toBe('host:2525')
      }),
    )
  })

  test('in a .properties file of Spring', () => {
    fc.assert(
      fc.property(secrets, (text) => {
        const value = springValue(text)
        expect(value).toMatch(/^[\u0020-\u007e]*$/)
        expect(value).not.toMatch(/^ | $/)
        expect(readSpring(value)).toBe(text)
      }),
      { examples: [['$${']] },
    )
  })

  test('in an .env file of Laravel', () => {
    fc.assert(
      fc.property(secrets, (text) => {
        expect(readLaravel(laravelString(text))).toBe(text)
      }),
    )
  })

  test('in a configuration of msmtp', () => {
    fc.assert(
      fc.property(secrets, (text) => {
        expect(msmtpValue(text).slice(1, -1)).toBe(text)
      }),
    )
  })
})

/** As java.util.Properties reads it, and then Spring its placeholders: only ours may be left. */
function readSpring(value: string): string {
  const loaded = value.replaceAll(/\\(u[0-9a-f]{4}|.)/g, (_, escape: string) => meaning(escape))
  const ours = /\$\{mailstop:([\\$])\}/g
  expect(loaded.replaceAll(ours, ' ')).not.toMatch(/\\?\$\{/)
  return loaded.replaceAll(ours, '$1')
}

/** As phpdotenv reads it, and then Laravel's `env()`. */
function readLaravel(literal: string): string {
  const text = read(literal, { quote: '"', escapes: /^[\\"$t]/, bare: /["\\$\n]/ })
  expect(text).not.toMatch(/^\(?(true|false|null|empty)\)?$/i)
  return /^(['"])(.*)\1$/s.exec(text)?.[2] ?? text
}

test.each<[string, string]>([
  ['true', `"'true'"`],
  ['(empty)', `"'(empty)'"`],
  ['"quoted"', `"'\\"quoted\\"'"`],
  ['${APP_KEY}', `"\\\${APP_KEY}"`],
  ['a#b c', `"a#b c"`],
  ['\\n', `"\\\\n"`],
])('Laravel is given %j as %s', (text, literal) => {
  expect(laravelString(text)).toBe(literal)
})

test.each([
  ['line\nbreak', `'line\\u000abreak'`],
  ['right-to-left \u202e override', `'right-to-left \\u202e override'`],
])('what cannot be seen in %j is written out', (text, literal) => {
  expect(singleQuoted(text)).toBe(literal)
})

test.each([
  ['mail.rocket.test', 'mail.rocket.test'],
  ['::1', '[::1]'],
  ['[::1]', '[::1]'],
])('the host %s stands in a URL as %s', (host, text) => {
  expect(urlHost(host)).toBe(text)
})
