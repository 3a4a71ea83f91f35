import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Holds what a browser has to load before it can show the list of mail to its budget: every script
 * of a visit that begins at /inbox, packed as the server sends it. A build that goes beyond fails.
 */
const budget = 150_000

/** What the page imports by name for its first screen. */
const screenModules = [
  '/src/lib/api/realtime.ts',
  '/src/app/layout/app-layout.tsx',
  '/src/app/screens/inbox-page.tsx',
]

export function firstLoad(): Plugin {
  let base = '/'
  return {
    name: 'first-load',
    apply: 'build',
    configResolved: (config) => void ({ base } = config),
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      const scripts = loadedFirst({ chunks, page, base, screenModules })
      const sizes = scripts.map(async (name) => packedBytes(await readFile(join(dir, name))))
      const size = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
      const found = `The inbox loads ${kilobytes(size)} of JavaScript before it shows a list`
      const allowed = `of at most ${kilobytes(budget)} (gzip)`
      if (size > budget) this.error(`${found}, ${allowed}.`)
      this.info(`${found}, ${allowed}.`)
    },
  }
}

const packedBytes = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

type Chunk = { fileName: string; facadeModuleId: string | null; imports: readonly string[] }

type Visit = {
  chunks: readonly Chunk[]
  /** The page's markup, which names the scripts that it begins with below `base`. */
  page: string
  base: string
  screenModules: readonly string[]
}

/** The scripts of the page, the chunks that `screenModules` are the face of, and all these import. */
export function loadedFirst({ chunks, page, base, screenModules: modules }: Visit): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const files = new Set<string>()
  const follow = (fileName: string) => {
    if (files.has(fileName)) return
    files.add(fileName)
    for (const imported of byName.get(fileName)?.imports ?? []) follow(imported)
  }
  const named = [...page.matchAll(/(?:src|href)="([^"]+[.]js)"/g)].map(([, path = '']) => path)
  if (named.length === 0) throw new Error('the page names no script')
  for (const path of named) follow(path.slice(base.length))
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (chunk === undefined) throw new Error(`no chunk of the build begins with ${module}`)
    follow(chunk.fileName)
  }
  return [...files]
}
