// npm run check:catches: shows that the checks, and tests of properties, catch what they promise. In a copy of the checkout it
// plants one breach at a time and expects the check to name exactly that rule, and nothing without.

import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import dependencyRules from '../../.dependency-cruiser.cjs'
import { checks } from './checks.mjs'
import { installPackages } from '../lib/install-packages.mjs'
import { breaches } from './planted-breaches.mjs'
import { propertyCheck } from './property-check.mjs'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'

/** @typedef {import('./checks.mjs').Finding} Finding */

const catching = [...checks, propertyCheck]

await installPackages()
const copy = await mkdtemp(join(tmpdir(), 'mailstop-check-'))
try {
  await copyCheckout(copy)
  const clean = new Map(await Promise.all(catching.map(findInCleanCopy)))
  const unexpected = [...[...clean].map(checkClean), checkEveryRuleIsPlanted()]
  for (const breach of breaches) unexpected.push(await checkBreach(breach, clean))
  const failed = unexpected.filter(Boolean).length
  console.log(`${unexpected.length - failed} as expected, ${failed} not`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await rm(copy, { recursive: true })
}

/** Files git knows or would know, and node_modules by hard links: tools must not see this checkout. @param {string} target */
async function copyCheckout(target) {
  const { stdout } = await run('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
  })
  for (const file of stdout.split('\0').filter(Boolean)) {
    // Deleted in the working tree, but not yet in the index.
    await cp(join(root, file), join(target, file)).catch(() => undefined)
  }
  const packages = join(root, 'node_modules')
  const linked = await run('cp', ['-al', packages, target])
  if (linked.code !== 0) await run('cp', ['-a', packages, target])
  await rm(join(target, 'node_modules/.cache'), { recursive: true, force: true })
}

/** @param {import('./checks.mjs').Check} check @returns {Promise<[string, Finding[]]>} */
async function findInCleanCopy({ name, find }) {
  return [name, await find(copy)]
}

/** @param {[string, Finding[]]} found @returns {boolean} whether the copy was not clean */
function checkClean([name, findings]) {
  return report(name, 'nothing planted', [], findings)
}

function checkEveryRuleIsPlanted() {
  const planted = new Set(breaches.map(({ rule }) => rule))
  const rules = (dependencyRules.forbidden ?? []).map(({ name = 'a rule without a name' }) => name)
  const missing = rules.filter((rule) => !planted.has(rule))
  return report(
    'imports',
    'a breach of every rule',
    [],
    missing.map((rule) => ({ rule: `${rule} never planted`, file: '', message: '' })),
  )
}

/** @param {import('./planted-breaches.mjs').Breach} breach @param {Map<string, Finding[]>} clean */
async function checkBreach({ check, rule, files }, clean) {
  const { find } = catching.find(({ name }) => name === check) ?? {}
  if (!find) throw new Error(`there is no check called ${check}`)
  const folders = []
  for (const [file, text] of Object.entries(files)) {
    folders.push(await mkdir(dirname(join(copy, file)), { recursive: true }))
    await writeFile(join(copy, file), text)
  }
  const before = new Set((clean.get(check) ?? []).map(key))
  const findings = (await find(copy)).filter((finding) => !before.has(key(finding)))
  for (const file of Object.keys(files)) await restore(file)
  for (const folder of folders) if (folder) await rm(folder, { recursive: true, force: true })
  return report(check, rule, [rule], findings)
}

/** Takes a planted file away, or puts back what it replaced. @param {string} file */
async function restore(file) {
  if (existsSync(join(root, file))) await cp(join(root, file), join(copy, file))
  else await rm(join(copy, file))
}

/** @param {Finding} finding */
function key({ rule, file, message }) {
  return `${rule} ${file} ${message}`
}

/** @param {string} check @param {string} title @param {string[]} expected @param {Finding[]} findings @returns {boolean} whether it was not as expected */
function report(check, title, expected, findings) {
  const found = [...new Set(findings.map(({ rule }) => rule))]
  const asExpected = found.join() === expected.join()
  const verdict = asExpected ? 'ok' : `found ${found.join(', ') || 'nothing'}`
  console.log(`${check.padEnd(11)} ${title.padEnd(40)} ${verdict}`)
  return !asExpected
}
