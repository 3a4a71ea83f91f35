import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** What may be needed before the page is idle, and on pages without the rest: files of their own. */
const neededSoon = /[\\/](mail-display|menu-parts|suggesting-input|page-popups)[.]tsx?$/
const deferredImport = /(?<=deferred\(\(\) => import\()'(?<path>[^']+)'\)/g
const name = 'virtual:later'

/**
 * Puts the code that `deferred` loads into one file. It is loaded when the page is idle, which took a request
 * for each dialog.
 */
export function laterChunk(): Plugin {
  let modules: string[] = []

  const importedBy = (importer: string, code: string) =>
    [...code.matchAll(deferredImport)].map(({ groups }) =>
      join(dirname(importer), groups?.['path'] ?? ''),
    )
  return {
    name: 'later-chunk',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const sources = globSync(join(import.meta.dirname, 'src/**/*.{ts,tsx}'))
      const imported = sources.flatMap((path) => importedBy(path, readFileSync(path, 'utf8')))
      modules = [...new Set(imported)].filter((path) => !neededSoon.test(path)).toSorted()
    },
    resolveId: { filter: { id: /^virtual:later$/ }, handler: (id) => id },
    load: {
      filter: { id: /^virtual:later$/ },
      handler: () =>
        modules.map((path, at) => `export * as m${at} from ${JSON.stringify(path)}`).join('\n'),
    },
    transform: {
      filter: { code: 'deferred(() => import(' },
      handler: (code, id) =>
        code.replaceAll(deferredImport, (written, path: string) => {
          const at = modules.indexOf(join(dirname(id), path))
          return at < 0 ? written : `'${name}').then(({ m${at} }) => m${at})`
        }),
    },
  }
}
