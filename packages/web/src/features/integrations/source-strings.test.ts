import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import {
  csharpString,
  dotenvString,
  rubyString,
  shellWord,
  singleQuoted,
} from './source-strings.ts'

const nasty = [
  'plain',
  '',
  "it's",
  'say "hi"',
  'back\\slash',
  'ends with \\',
  '\\',
  "\\'",
  '${HOME} $PATH `id` $(id)',
  '#{1 + 1}',
  "'); process.exit(1); ('",
  '" + System.Exit() + "',
  'two\nlines\r\nand\ta tab',
  'nul \u0000 and bell \u0007',
  'separators \u2028 \u2029',
  'Zürich 佐藤 🚀',
  '%d {0} {{x}} <b>',
  '--leading-dashes',
  '!history',
]

describe('a literal', () => {
  test.each(nasty)('of JavaScript stands for %j', (text) => {
    expect(runInNewContext(singleQuoted(text))).toBe(text)
  })

  test.each(nasty.filter((text) => !text.includes('\u0000')))(
    'of a shell stands for %j',
    (text) => {
      const shown = execFileSync('sh', ['-c', `printf %s ${shellWord(text) || "''"}`])
      expect(shown.toString()).toBe(text)
    },
  )

  test.each<[string, string]>([
    ["it's", `'it\\'s'`],
    ['\\', `'\\\\'`],
    ['a\nb', `'a\\u000ab'`],
    ['{0} %s 🚀', `'{0} %s 🚀'`],
  ])('of Python for %j is %s', (text, literal) => {
    expect(singleQuoted(text)).toBe(literal)
  })

  test.each<[string, string]>([
    ["it's", `"it's"`],
    ['say "hi"', `"say \\"hi\\""`],
    ['C:\\', `"C:\\\\"`],
    ['a\nb', `"a\\u000ab"`],
    ['{0}', `"{0}"`],
  ])('of C# for %j is %s', (text, literal) => {
    expect(csharpString(text)).toBe(literal)
  })

  test.each<[string, string]>([
    ["it's", `'it\\'s'`],
    ['\\', `'\\\\'`],
    ['#{exit}', `'#{exit}'`],
    ['"', `'"'`],
  ])('of Ruby for %j is %s', (text, literal) => {
    expect(rubyString(text)).toBe(literal)
  })

  test.each<[string, string]>([
    ["it's", `"it's"`],
    ['say "hi"', `"say \\"hi\\""`],
    ['${APP_KEY}', `"\\\${APP_KEY}"`],
    ['a#b c', `"a#b c"`],
    ['\\n', `"\\\\n"`],
    ['a\nb', `"a\\nb"`],
  ])('of an .env file for %j is %s', (text, literal) => {
    expect(dotenvString(text)).toBe(literal)
  })
})
