// npm run figures [-- <commit> ...]: sizes and wording of the code at each commit, side by side.
// Without one, those of HEAD.

import { execFileSync } from 'node:child_process'
import { root } from './lib/root.mjs'

const commits = process.argv.slice(2)
if (commits.length === 0) commits.push('HEAD')

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 })

/** Code of the product, not of its tests, and nothing that only tests import. */
const isSource = (/** @type {string} */ path) =>
  /^packages\/(contract|server|web)\/src\/.*\.tsx?$/.test(path) &&
  !/\.(test|fixture)\.tsx?$|\/testing\//.test(path)
const isTest = (/** @type {string} */ path) =>
  /^packages\/.*\.tsx?$/.test(path) && !isSource(path) && !path.endsWith('.config.ts')
const isText = (/** @type {string} */ path) =>
  /^(packages|scripts|bench|docs)\/.*\.(tsx?|mjs|md)$|^[A-Z]+\.md$/.test(path)

/** Words that the style asks to avoid. */
const avoided = /\b(whoever|whomever|told|anew|gives|wherever)\b/gi
/** How the code names a feature: in a path, an import or an identifier. */
const features = {
  pins: /\bpins?\b|\bPins?[A-Z]?|pin_|[a-z]Pins?\b/,
  invites: /\binvites?\b|\bInvites?[A-Z]?|invite_|[a-z]Invites?\b|invitation/i,
  'forwarding rules':
    /forwardingRule|forwarding-rule|forwarding_rule|features\/forwarding\/rule|\.\/rule-|\bcreateRules\b/,
}

/** @type {Record<string, number>[]} */
const columns = commits.map(figuresOf)
const names = Object.keys(columns[0] ?? {})
const width = Math.max(...names.map((name) => name.length))
console.log(
  [''.padEnd(width), ...commits.map((commit) => commit.slice(0, 12).padStart(12))].join('  '),
)
for (const name of names) {
  const cells = columns.map((figures) => String(figures[name]).padStart(12))
  console.log([name.padEnd(width), ...cells].join('  '))
}

function figuresOf(/** @type {string} */ commit) {
  const files = readTree(commit)
  const sources = files.filter(({ path }) => isSource(path))
  const lines = sources.map(({ text }) => lineCount(text)).toSorted((a, b) => a - b)
  const at = (/** @type {number} */ part) => lines[Math.floor((lines.length - 1) * part)] ?? 0
  const tests = files.filter(({ path }) => isTest(path))
  const listFiles = sources.filter(({ path }) =>
    path.startsWith('packages/web/src/features/mails/'),
  )
  return {
    'source files': sources.length,
    'source lines': lines.reduce((sum, count) => sum + count, 0),
    'median lines': at(0.5),
    '95th percentile': at(0.95),
    'longest file': at(1),
    'files of at most 25 lines': lines.filter((count) => count <= 25).length,
    'test files': tests.length,
    'test lines': tests.reduce((sum, { text }) => sum + lineCount(text), 0),
    'files of the web inbox': listFiles.length,
    ...Object.fromEntries(
      Object.entries(features).map(([name, pattern]) => [
        `files that name ${name}`,
        sources.filter(({ path, text }) => pattern.test(path) || pattern.test(text)).length,
      ]),
    ),
    'avoided words': files
      .filter(({ path }) => isText(path))
      .reduce((sum, { text }) => sum + (text.match(avoided)?.length ?? 0), 0),
  }
}

function lineCount(/** @type {string} */ text) {
  return text.split('\n').length - 1
}

/** All text files of a commit. */
function readTree(/** @type {string} */ commit) {
  const entries = git('ls-tree', '-r', '--format=%(objectname) %(path)', commit).trim().split('\n')
  const wanted = entries
    .map((line) => ({ id: line.slice(0, 40), path: line.slice(41) }))
    .filter(({ path }) => isText(path))
  const output = execFileSync('git', ['cat-file', '--batch'], {
    cwd: root,
    input: wanted.map(({ id }) => id).join('\n'),
    maxBuffer: 512 * 1024 * 1024,
  })
  let offset = 0
  return wanted.map(({ path }) => {
    const headerEnd = output.indexOf('\n', offset)
    const size = Number(output.toString('utf8', offset, headerEnd).split(' ')[2])
    const text = output.toString('utf8', headerEnd + 1, headerEnd + 1 + size)
    offset = headerEnd + 1 + size + 1
    return { path, text }
  })
}
