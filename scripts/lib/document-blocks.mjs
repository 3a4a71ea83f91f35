// The blocks of code in the documents, which their readers paste.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** @param {string} folder */
const pagesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)

/** The documents of users, whose commands are run. */
export const documents = [
  'README.md',
  'packages/client/README.md',
  ...['docs', 'docs/guides', 'deploy', 'deploy/deb', 'deploy/npm', 'integrations'].flatMap(pagesIn),
]

/** Fenced and indented blocks, in their order. @param {string} file as `docs/guides/ci.md` */
export function blocksOf(file) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  /** @type {{ file: string, text: string }[]} */
  const blocks = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const isFenced = line.startsWith('```')
    if (!isFenced && !/^ {4}\S/.test(line)) continue
    if (isFenced) at += 1
    const isCode = (/** @type {string} */ each) =>
      isFenced ? !each.startsWith('```') : /^( {4}|$)/.test(each)
    const own = []
    for (; at < lines.length && isCode(lines[at] ?? ''); at += 1) {
      own.push(isFenced ? lines[at] : lines[at]?.slice(4))
    }
    // The line behind an indented block may begin the next one; that behind a fence is its end.
    if (!isFenced) at -= 1
    blocks.push({ file, text: own.join('\n').trim() })
  }
  return blocks
}

/** The one block of a document that begins so. @param {string} file @param {string} beginning */
export function blockOf(file, beginning) {
  const found = blocksOf(file).filter(({ text }) => `${text}\n`.startsWith(beginning))
  if (found.length !== 1) throw new Error(`${file} has ${found.length} blocks with ${beginning}`)
  return found[0]?.text ?? ''
}
