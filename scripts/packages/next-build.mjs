// Makes of a build the one of a later version, for tests of an upgrade: every file with a hash in its name gets
// another name, since what is in it may have changed.

import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const hashed = /-[\w-]{8}[.](js|css|woff2)$/
const text = /[.](js|css|html)$/
const packed = /[.](br|gz)$/

/** @param {string} product a folder with `server` and `web` */
export async function makeNextBuild(product) {
  for (const part of ['server', 'web']) {
    const all = await filesBelow(join(product, part))
    // Without these, the server sends the files that they are packed of.
    await Promise.all(all.filter((file) => packed.test(file)).map((file) => rm(file)))
    const files = all.filter((file) => !packed.test(file))
    const names = new Set(files.map((file) => basename(file)).filter((name) => hashed.test(name)))
    const next = (/** @type {string} */ name) =>
      names.has(name) ? name.replace(/[.]\w+$/, '-next$&') : name
    for (const file of files) {
      if (text.test(file)) {
        const before = await readFile(file, 'utf8')
        await writeFile(file, before.replaceAll(/[\w.-]+[.](js|css|woff2)\b/g, next))
      }
      await rename(file, join(dirname(file), next(basename(file))))
    }
  }
}

/** @param {string} folder @returns {Promise<string[]>} */
export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}
