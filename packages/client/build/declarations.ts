import { execFile } from 'node:child_process'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'rolldown'

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/**
 * The types beside the code, once for `import` (`.d.ts`) and once for `require` (`.d.cts`): each kind
 * may import its own kind alone. TypeScript leaves the names of the sources in them.
 */
export function declarations(): Plugin {
  return {
    name: 'declarations',
    async closeBundle() {
      await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.declarations.json'])
      for (const file of await readdir('dist')) {
        if (!file.endsWith('.d.ts')) continue
        const path = join('dist', file)
        const text = await readFile(path, 'utf8')
        const importing = (extension: string) =>
          text.replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, `$1${extension}$2`)
        await writeFile(path.replace(/ts$/, 'cts'), importing('.cjs'))
        await writeFile(`${path}.new`, importing('.js'))
        await rename(`${path}.new`, path)
      }
    },
  }
}
