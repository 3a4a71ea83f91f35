import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

type Package = { name: string; version: string; license?: string }

const folderOf = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/
const licenseFile = /^(licen[cs]e|copying|notice)/i

/** Writes `licenses.txt`: the licences of all packages whose code is in the build, word for word. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      )
      const folders = new Set(modules.map((id) => folderOf.exec(id)?.[0]))
      const texts = [...folders].flatMap((folder) => (folder === undefined ? [] : [textOf(folder)]))
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`),
      })
    },
  }
}

function textOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Package
  const texts = readdirSync(folder)
    .filter((file) => licenseFile.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}, ${license}\n`, ...texts].join('\n').concat('\n')
}
