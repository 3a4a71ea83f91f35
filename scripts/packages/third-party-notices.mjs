// The licences of the packages that the published product contains. Each build lists its own.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'

const line = `\n${'-'.repeat(80)}\n\n`

/** In the build of the web app by their styles and files, which its list does not name. */
const styles = ['@fontsource-variable/inter', 'tailwindcss']

/** After both builds. @returns {Promise<string>} */
export async function thirdPartyNotices() {
  const dist = (/** @type {string} */ name) => join(root, 'packages', name, 'dist')
  const server = await readFile(join(dist('server'), 'licenses.txt'), 'utf8')
  /** @type {{ name: string, version: string, identifier: string, text?: string }[]} */
  const listed = JSON.parse(await readFile(join(dist('web'), 'licenses.json'), 'utf8'))
  const web = listed.map(({ name, version, identifier, text = '' }) =>
    notice(`${name} ${version}, ${identifier}`, text),
  )
  const added = await Promise.all(styles.map(noticeOf))
  const parts = [
    'Mailstop contains the packages below, each with its licence. First those of the server:\n',
    server,
    'And those of the web app:\n',
    ...web,
    ...added,
  ]
  return parts.join(line)
}

/** @param {string} name */
async function noticeOf(name) {
  const folder = join(root, 'node_modules', name)
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one))
  if (!file) throw new Error(`${name} has no file with its licence`)
  return notice(`${name} ${version}, ${license}`, await readFile(join(folder, file), 'utf8'))
}

/** @param {string} title @param {string} text */
function notice(title, text) {
  return `${title}\n\n${text.trim()}\n`
}
