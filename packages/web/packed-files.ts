import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this, packing saves no packet. */
const leastBytes = 1_000

/**
 * Puts packed twins beside the files of a build, so that the server never packs anything itself.
 * Gzip too: browsers offer brotli only where the connection is encrypted.
 */
export function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const written = Object.values(bundle).map(async (output) => {
        const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source)
        if (!/[.](js|css|svg)$/.test(output.fileName) || bytes.length < leastBytes) return
        const path = join(dir, output.fileName)
        await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }))
        await writeFile(`${path}.br`, await brotlied(bytes, { params: brotliParams }))
      })
      await Promise.all(written)
    },
  }
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)
/** The last two steps take ten times as long for three percent. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 9 }
