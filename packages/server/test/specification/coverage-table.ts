import ts from 'typescript'

/**
 * `coverage.md` as data: what the product specification asks for, and the tests
 * that show it, below a table of the differences. A test is written `path/to/file.test.ts › its title`, a title of `test.each` or of a
 * template as it stands in the source; several are parted by `<br>`.
 */
export type CoverageRow = { section: string; specified: string; tests: string[] }

export function readCoverage(page: string): CoverageRow[] {
  const rows: CoverageRow[] = []
  let section = ''
  for (const line of page.split('\n')) {
    section = /^##+ (.+)/.exec(line)?.[1] ?? section
    if (section === '' || !isRow(line)) continue
    const [specified = '', shownBy = ''] = cellsOf(line)
    const tests = shownBy.split('<br>').map((name) => name.trim().replace(/^`(.*)`$/, '$1'))
    rows.push({ section, specified, tests: tests.filter(Boolean) })
  }
  return rows
}

/** The cells of the table above the first section: what is specified, what the product does, and why. */
export function readDifferences(page: string): string[][] {
  const [beginning = ''] = page.split(/^##+ /m)
  return beginning.split('\n').filter(isRow).map(cellsOf)
}

const isRow = (line: string) => line.startsWith('|') && !/^\| (?:Specified|:?-)/.test(line)

const cellsOf = (line: string) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** What is wrong with the table. `titlesOf` returns the titles in a file, null when there is no such file. */
export function coverageProblems(
  rows: readonly CoverageRow[],
  titlesOf: (file: string) => ReadonlySet<string> | null,
): string[] {
  const seen = new Set<string>()
  return rows.flatMap(({ specified, tests }) => {
    const key = specified.toLowerCase().replaceAll('`', '').replaceAll(/\s+/g, ' ')
    const isTwice = seen.has(key)
    seen.add(key)
    const problems = tests.flatMap((name) => {
      const [file = '', title] = name.split(/ › (.*)/s)
      if (title === undefined) return `${name} is no test`
      const titles = titlesOf(file)
      if (titles === null) return `there is no ${file}`
      return titles.has(title) ? [] : `${file} has no test '${title}'`
    })
    if (isTwice) problems.push('the row is there twice')
    if (tests.length === 0) problems.push('the row names no test')
    return problems.map((problem) => `${specified}: ${problem}`)
  })
}

/** The titles of the tests in a source that are run: what `test(…)` or `test.each(…)(…)` begins with. */
export function testTitles(source: string): Set<string> {
  const titles = new Set<string>()
  const file = ts.createSourceFile(
    'x.tsx',
    source,
    ts.ScriptTarget.Latest,
    false,
    ts.ScriptKind.TSX,
  )
  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        titles.add(titleText(title, source))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return titles
}

function titleText(title: ts.StringLiteralLike | ts.TemplateExpression, source: string): string {
  return ts.isStringLiteralLike(title)
    ? title.text
    : source.slice(title.pos, title.end).trim().slice(1, -1)
}

/** `test`, `test.runIf(…)`, `test.each(…)`, but nothing that is skipped or still to be written. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test'
  if (ts.isCallExpression(callee)) return isTest(callee.expression)
  if (!ts.isPropertyAccessExpression(callee)) return false
  return ['each', 'for', 'runIf', 'only'].includes(callee.name.text) && isTest(callee.expression)
}
