// The static checks, each as a function from a checkout to its findings. A check that could not
// run, or checked no file, is a finding too: green means checked and good.

import { readdir, readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { findDanglingComments } from './comment-check.mjs'
import { node24 } from '../lib/node-24.mjs'
import { run } from '../lib/run.mjs'

/**
 * @typedef {{ rule: string, file: string, line?: number, message: string }} Finding
 * @typedef {{ name: string, find: (root: string) => Promise<Finding[]> }} Check
 */

/** @type {Check[]} */
export const checks = [
  { name: 'format', find: findUnformatted },
  { name: 'lint, types', find: findLint },
  { name: 'imports', find: findForbiddenImports },
  { name: 'dead code', find: findDeadCode },
  { name: 'lockfile', find: findMissingPackages },
  { name: 'texts', find: findTexts },
  { name: 'folders', find: findCrowdedFolders },
  {
    name: 'comments',
    find: async (root) => findDanglingComments(root, await sourcesOf(root)),
  },
]

const sourceFolders = ['packages', 'scripts', 'bench']
const sourceFile = /[.](ts|tsx|mjs|cjs|js)$/
const notSource = /^(node_modules|dist|test-results|[.].*)$/

/** @param {string} root @param {string} file @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
function runTool(root, file, args, env = {}) {
  return run(node24(), [join(root, 'node_modules', file), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  })
}

/**
 * The types of all packages take 7 GB, and a third of the checker's time goes into freeing what it soon
 * asks for again. Where half of the memory is enough for all, it frees nothing before it fills that half.
 */
const halfOfMemory = Math.floor(Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2)
const typesEnvironment =
  halfOfMemory > 7 * 1024 ** 3 ? { GOGC: 'off', GOMEMLIMIT: String(halfOfMemory) } : {}

/** @param {string} root */
async function findUnformatted(root) {
  const { code, stdout, output } = await runTool(root, 'oxfmt/bin/oxfmt', ['--list-different'])
  const files = stdout.split('\n').filter(Boolean)
  if (code !== 0 && files.length === 0) return [broken('oxfmt', output)]
  return files.map((file) => ({
    rule: 'format',
    file,
    message: 'not formatted: run npm run format',
  }))
}

/**
 * One program for both: the rules that ask for types have loaded all that the errors of types need, and `tsc -b`
 * would take twice as long as both. Each file is checked by the settings of its own project.
 *
 * @param {string} root
 */
async function findLint(root) {
  const options = ['--type-aware', '--type-check', '--report-unused-disable-directives']
  const args = [...options, '--format=json']
  const { stdout, output } = await runTool(root, 'oxlint/bin/oxlint', args, typesEnvironment)
  const report = parseJson(stdout)
  if (!report) return [broken('oxlint', output)]
  if (!(report.number_of_files > 0)) return [broken('oxlint', 'no file was linted')]
  return report.diagnostics.map((/** @type {any} */ diagnostic) => ({
    rule: /^typescript\((TS\d+)\)$/.exec(diagnostic.code)?.[1] ?? diagnostic.code ?? 'oxlint',
    file: diagnostic.filename,
    line: diagnostic.labels?.[0]?.span.line,
    message: diagnostic.message,
  }))
}

/** @param {string} root */
async function findForbiddenImports(root) {
  const { stdout, output } = await runTool(root, 'dependency-cruiser/bin/dependency-cruise.mjs', [
    ...sourceFolders,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
  ])
  const report = parseJson(stdout)
  if (!report) return [broken('dependency-cruiser', output)]
  // Without a TypeScript that it can use, dependency-cruiser skips every .ts file and is content.
  const cruised = new Set(report.modules.map((/** @type {any} */ module) => module.source))
  const missed = (await sourcesOf(root)).filter((file) => !cruised.has(file))
  /** @type {Finding[]} */
  const unseen = missed.map((file) => ({
    rule: 'not-cruised',
    file,
    message: 'dependency-cruiser did not look at this file',
  }))
  return unseen.concat(
    report.summary.violations.map((/** @type {any} */ violation) => ({
      rule: violation.rule.name,
      file: violation.from,
      message: `must not import ${violation.to}`,
    })),
  )
}

/** @param {string} root */
async function findDeadCode(root) {
  const { stdout, output } = await runTool(root, 'knip/bin/knip.js', ['--reporter=json'])
  const report = parseJson(stdout)
  if (!report) return [broken('knip', output)]
  /** @type {Finding[]} */
  const findings = report.issues.flatMap((/** @type {any} */ issue) =>
    Object.entries(issue).flatMap(([kind, found]) =>
      Array.isArray(found)
        ? found.flat().map(({ name, line }) => ({
            rule: `unused or unlisted: ${kind}`,
            file: issue.file,
            line,
            message: String(name),
          }))
        : [],
    ),
  )
  return findings
}

/**
 * npm leaves a package for another platform out of the lockfile when the registry in use lacks it,
 * and `npm ci` then refuses that lockfile on every machine.
 *
 * @param {string} root
 */
async function findMissingPackages(root) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`${path}/node_modules/${name}`])
      .filter((name) => !packages[`node_modules/${name}`])
      .map((name) => ({
        rule: 'incomplete-lockfile',
        file: 'package-lock.json',
        message: `has no entry for ${name}, which ${path || 'the project'} names`,
      })),
  )
}

/** What no source says where `where` leads. @type {{ rule: string, where: RegExp, text: RegExp, message: string }[]} */
const textRules = [
  {
    // A route that writes such a header itself replaces the one of every reply, and forgets what that said. Routes
    // name a kind of reply, and `http/` writes its headers.
    rule: 'only-http-writes-security-headers',
    where: /^packages[/]server[/]src[/](?!http[/])/,
    text: /['"`](?:content-security-policy|x-content-type-options|x-frame-options|permissions-policy|referrer-policy|cross-origin-[a-z-]+|strict-transport-security)['"`]/gi,
    message: 'only http/ writes this header',
  },
  {
    rule: 'no-url-at-the-root',
    where: /^packages[/][a-z]+[/]src[/]/,
    text: /new URL[(]\s*['"`][/]/g,
    message: 'loses the path of PUBLIC_URL: leave out the first slash',
  },
]

/** @param {string} root */
async function findTexts(root) {
  const files = (await sourcesOf(root)).filter((file) => !/[.](test|spec)[.]/.test(file))
  const found = await Promise.all(
    textRules.map(async ({ rule, where, text, message }) => {
      const own = files.filter((file) => where.test(file))
      if (own.length === 0) return [broken('texts', `no file was read for ${rule}`)]
      const ofFiles = own.map(async (file) => {
        const all = await readFile(join(root, file), 'utf8')
        const lines = [...all.matchAll(text)].map(({ index }) => all.slice(0, index).split('\n'))
        return lines.map(({ length }) => ({ rule, file, line: length, message }))
      })
      return (await Promise.all(ofFiles)).flat()
    }),
  )
  return found.flat()
}

const mostBeside = 20

/** A test stands beside what it tests, and is not counted. @param {string} root @returns {Promise<Finding[]>} */
async function findCrowdedFolders(root) {
  const files = (await sourcesOf(root)).filter((file) => !/[.](test|spec|large)[.]/.test(file))
  const counts = Map.groupBy(files, dirname)
  return [...counts]
    .filter(([, { length }]) => length > mostBeside)
    .map(([folder, { length }]) => ({
      rule: 'crowded-folder',
      file: folder,
      message: `holds ${length} source files beside each other, and ${mostBeside} at most are allowed`,
    }))
}

/** @param {string} root @returns {Promise<string[]>} every source file, relative to the checkout */
async function sourcesOf(root) {
  const walk = async (/** @type {string} */ folder) => {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    /** @type {string[][]} */
    const nested = await Promise.all(
      entries
        .filter((entry) => !notSource.test(entry.name))
        .map(async (entry) => {
          const path = `${folder}/${entry.name}`
          if (entry.isDirectory()) return walk(path)
          return sourceFile.test(entry.name) ? [path] : []
        }),
    )
    return nested.flat()
  }
  return (await Promise.all(sourceFolders.map(walk))).flat()
}

/** @param {string} tool @param {string} output @returns {Finding} */
function broken(tool, output) {
  return { rule: 'broken', file: tool, message: output.trim() || 'failed without saying why' }
}

/** @param {string} text @returns {any} */
function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
