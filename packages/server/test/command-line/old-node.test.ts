import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const program = resolve(import.meta.dirname, '../../../../deploy/npm/mailstop.cjs')

test('on a Node that is too old, the program repeats what was typed in the command that brings another', async () => {
  const asIfOld = `Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })
    require(${JSON.stringify(program)})`
  const words = ['mailstop', '--open', '--data', "Ada's mail"]
  const said = await new Promise((done) => {
    execFile(process.execPath, ['-e', asIfOld, ...words], (error, _output, stderr) =>
      done({ code: error?.code, stderr }),
    )
  })
  expect(said).toEqual({
    code: 1,
    stderr: `Mailstop needs Node 24.7 or newer, and this is Node 20.19.0. This brings one along:
  npx -p node@24 -p mailstop mailstop --open --data 'Ada'\\''s mail'
`,
  })
})
