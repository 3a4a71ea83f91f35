import { expect, test } from 'vitest'
import { createLineBudget, decodeUuencoded, findUuencodedFiles } from './uuencode.ts'

const cat = 'begin 644 cat.txt\n#0V%T\n`\nend\n'

function find(text: string) {
  const source = Buffer.from(text, 'latin1')
  return findUuencodedFiles(source, 0, source.length, {
    lineEnd: 0x0a,
    most: 1_000,
    budget: createLineBudget(),
  }).map((found) => ({
    name: found.name,
    content: decodeUuencoded(source.subarray(found.start, found.end), 1_000)?.toString('latin1'),
    around: text.slice(0, found.start) + text.slice(found.end),
  }))
}

test.each([
  ['alone', cat, 'cat.txt', 'Cat', ''],
  ['between lines of text', `before\n${cat}after\n`, 'cat.txt', 'Cat', 'before\nafter\n'],
  ['with CRLF', `before\r\n${cat.replaceAll('\n', '\r\n')}`, 'cat.txt', 'Cat', 'before\r\n'],
  ['with a space for zero', cat.replace('`', ' '), 'cat.txt', 'Cat', ''],
  ['with an empty line for zero', cat.replace('`', ''), 'cat.txt', 'Cat', ''],
  ['with a name of several words', cat.replace('cat', 'my cat'), 'my cat.txt', 'Cat', ''],
  ['with a long last line', 'begin 755 x\n"2&D \n`\nend', 'x', 'Hi', ''],
])('a uuencoded file is found %s', (_name, text, name, content, around) => {
  expect(find(text)).toEqual([{ name, content, around }])
})

test('each of several uuencoded files is found', () => {
  expect(find(`${cat}and\n${cat.replace('644', '700')}`).map(({ name }) => name)).toEqual([
    'cat.txt',
    'cat.txt',
  ])
})

test.each([
  ['a sentence', 'begin 644 words and no data\nyou see.\nend\n'],
  ['a line in the middle of another', `I begin 644 cat.txt\n#0V%T\n\`\nend\n`],
  ['a file without an end', 'begin 644 cat.txt\n#0V%T\n`\n'],
  ['a file without data', 'begin 644 cat.txt\n`\nend\n'],
  ['a file without a name', 'begin 644 \n#0V%T\n`\nend\n'],
  ['a line that is too short for its length', 'begin 644 a\nM0V%T\n`\nend\n'],
])('text that only looks uuencoded stays text: %s', (_name, text) => {
  expect(find(text)).toEqual([])
})

test('uuencoded text never decodes to more bytes than it has', () => {
  const lines = Buffer.from(`begin 644 a\n${'_\n'.repeat(1_000)}end\n`)
  expect(decodeUuencoded(lines, Number.POSITIVE_INFINITY)).toHaveLength(0)
})
