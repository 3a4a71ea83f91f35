import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/new-folder.ts'

const program = resolve(import.meta.dirname, '../../../../deploy/npm/mailstop.cjs')

/** Runs it where no package brings another Node along, unless the test makes one. */
function runAsIfOld(words: string[], prepare = (_folder: string) => {}) {
  const folder = newFolder()
  copyFileSync(program, join(folder, 'mailstop.cjs'))
  prepare(folder)
  const asIfOld = `Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })
    require(${JSON.stringify(join(folder, 'mailstop.cjs'))})`
  return new Promise((done) => {
    execFile(process.execPath, ['-e', asIfOld, ...words], (error, stdout, stderr) =>
      done({ code: error?.code, stdout, stderr }),
    )
  })
}

test('on a Node that is too old, the program repeats what was typed in the command that brings another', async () => {
  const said = await runAsIfOld(['mailstop', '--open', '--data', "Ada's mail"])
  expect(said).toEqual({
    code: 1,
    stdout: '',
    stderr: `Mailstop needs Node 24.7 or newer, and this is Node 20.19.0. This brings one along:
  npx -p node@24 -p mailstop mailstop --open --data 'Ada'\\''s mail'
`,
  })
})

test.skipIf(process.platform === 'win32')(
  'a Node that was installed with the program runs it, under the name and with the words of the call',
  async () => {
    const said = await runAsIfOld(['/bin/mailpit', 'version'], (folder) => {
      const bin = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
      mkdirSync(bin, { recursive: true })
      writeFileSync(join(bin, 'node'), '#!/bin/sh\necho "$@"\nexit 3\n')
      chmodSync(join(bin, 'node'), 0o755)
    })
    expect(said).toEqual({ code: 3, stdout: '/bin/mailpit version\n', stderr: '' })
  },
)
