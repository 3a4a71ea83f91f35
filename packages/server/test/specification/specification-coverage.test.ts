import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { coverageProblems, readCoverage, readDifferences, testTitles } from './coverage-table.ts'

const root = join(import.meta.dirname, '../../../..')
const page = readFileSync(join(import.meta.dirname, 'coverage.md'), 'utf8')
const rows = readCoverage(page)

function titlesIn() {
  const known = new Map<string, ReadonlySet<string> | null>()
  return (file: string) => {
    const path = join(root, file)
    const isTest = /^packages\/.*\.(test|spec)\.tsx?$/.test(file) && existsSync(path)
    const titles = known.get(file) ?? (isTest ? testTitles(readFileSync(path, 'utf8')) : null)
    known.set(file, titles)
    return titles
  }
}

test('every test that the table of the specification names is there', () => {
  expect(coverageProblems(rows, titlesIn())).toEqual([])
})

test('each difference says what is specified, what the product does and why', () => {
  const differences = readDifferences(page)
  expect(differences.length).toBeGreaterThan(10)
  for (const [specified = '', ...others] of differences) {
    expect(specified).toMatch(/^[1-9](?:\.\d)?(?:, [1-9](?:\.\d)?)*: ./)
    expect(
      others.map((cell) => cell !== ''),
      specified,
    ).toEqual([true, true])
  }
})

test('the table has rows for every section of the specification', () => {
  const sections = new Set(rows.map(({ section }) => section.split(/[. ]/)[0]))
  expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(rows.length).toBeGreaterThan(200)
})

const file = 'packages/server/test/specification/specification-coverage.test.ts'
const here = `${file} › the table has rows for every section of the specification`
const sound = `## 1. One\n\n| Specified | Shown by |\n| --- | --- |\n| \`GET\` a \\| b | \`${here}\` |\n`

test.each([
  ['nothing wrong', 'Another', here, []],
  [
    'a title that is not there',
    'Another',
    `${file} › a test that nobody wrote`,
    [`Another: ${file} has no test 'a test that nobody wrote'`],
  ],
  [
    'a file that is not there',
    'Another',
    'packages/server/src/gone.test.ts › anything',
    ['Another: there is no packages/server/src/gone.test.ts'],
  ],
  [
    'a file that holds no tests',
    'Another',
    'packages/server/test/support/harness.ts › anything',
    ['Another: there is no packages/server/test/support/harness.ts'],
  ],
  [
    'one of two titles',
    'Another',
    `${here}<br>\`${file} › gone\``,
    [`Another: ${file} has no test 'gone'`],
  ],
  ['no title', 'Another', file, [`Another: ${file} is no test`]],
  ['no test', 'Another', '', ['Another: the row names no test']],
  ['the text of another', 'get  a \\| b', here, ['get  a | b: the row is there twice']],
])('a row with %s is seen for what it is', (_, specified, shownBy, problems) => {
  const planted = readCoverage(`${sound}| ${specified} | ${shownBy} |\n`)
  expect(planted).toHaveLength(2)
  expect(planted[0]).toEqual({ section: '1. One', specified: '`GET` a | b', tests: [here] })
  expect(coverageProblems(planted, titlesIn())).toEqual(problems)
})

test('titles are those of tests that are run, templates as they stand in the source', () => {
  const source = [
    "test('plain', () => {})",
    "describe('a group', () => { test.each([['x']])('of %s, it’s ok', () => {}) })",
    "test.runIf(x)('when it can', { timeout: 1 }, () => {})",
    'test(`for ${name} and ${other}`, () => {})',
    "test.each<[a: string]>([])('typed %s', () => {})",
    "test.skip('skipped', () => {})",
    "test.each([1]).skip('skipped too', () => {})",
    "test.todo('unwritten')",
    "expect(text).toBe('no title')",
    'test(computed, () => {})',
    "// test('in a comment', () => {})",
  ]
  expect([...testTitles(source.join('\n'))]).toEqual([
    'plain',
    'of %s, it’s ok',
    'when it can',
    'for ${name} and ${other}',
    'typed %s',
  ])
})
