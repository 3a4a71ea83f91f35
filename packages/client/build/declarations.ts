import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import ts from 'typescript'
import { writtenTypes } from './written-types.ts'

const types = resolve('src/types.ts')

/**
 * The types beside the code, once for `import` (`.d.ts`) and once for `require` (`.d.cts`): each kind
 * may import its own kind alone. TypeScript leaves the names of the sources in them.
 */
export function declarations(): Plugin {
  return {
    name: 'declarations',
    async closeBundle() {
      writeDeclarations()
      for (const file of await readdir('dist', { recursive: true })) {
        if (!file.endsWith('.d.ts')) continue
        const path = join('dist', file)
        const text = await readFile(path, 'utf8')
        const importing = (extension: string) =>
          text.replaceAll(/(['"]\.{1,2}\/[\w/-]+)\.ts(['"])/g, `$1${extension}$2`)
        await writeFile(path.replace(/ts$/, 'cts'), importing('.cjs'))
        await writeFile(`${path}.new`, importing('.js'))
        await rename(`${path}.new`, path)
      }
    },
  }
}

/** Replaces types that name the contract by the written types of the server's answers. */
function writeDeclarations(): void {
  const onUnRecoverableConfigFileDiagnostic = (problem: ts.Diagnostic) => fail([problem])
  const config = ts.getParsedCommandLineOfConfigFile(
    'tsconfig.declarations.json',
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic,
    },
  )
  if (!config) return
  const { options, fileNames } = config
  const text = writtenTypes(types, options)
  const host = ts.createCompilerHost(options)
  const { readFile: read } = host
  host.readFile = (path) => (resolve(path) === types ? text : read(path))
  const program = ts.createProgram(fileNames, options, host)
  const { diagnostics } = program.emit()
  fail([...ts.getPreEmitDiagnostics(program), ...diagnostics])
}

function fail(problems: readonly ts.Diagnostic[]): void {
  if (problems.length === 0) return
  const names = { getCanonicalFileName: (path: string) => path, getNewLine: () => '\n' }
  throw new Error(ts.formatDiagnostics(problems, { ...names, getCurrentDirectory: () => '.' }))
}
