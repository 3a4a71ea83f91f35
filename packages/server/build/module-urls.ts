import type { Plugin } from 'rolldown'

const moduleUrl = /new URL\('([.][^']+[.]ts)', import[.]meta[.]url\)/g

/**
 * The programs of threads, and modules that a thread imports by their address: `new URL('./x.ts',
 * import.meta.url)` becomes the address of a file that is built from `x.ts`.
 */
export function moduleUrls(): Plugin {
  return {
    name: 'module-urls',
    transform: {
      filter: { id: /[.]ts$/, code: moduleUrl },
      async handler(code, id) {
        const files = new Map<string, string>()
        for (const [text, path = ''] of code.matchAll(moduleUrl)) {
          const module = await this.resolve(path, id)
          if (!module) throw new Error(`${id} names ${path}, which does not exist`)
          const file = this.emitFile({ type: 'chunk', id: module.id })
          files.set(text, `new URL(import.meta.ROLLUP_FILE_URL_${file})`)
        }
        return code.replaceAll(moduleUrl, (text) => files.get(text) ?? text)
      },
    },
  }
}
