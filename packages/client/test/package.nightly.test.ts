import { expect, test } from 'vitest'
import { installClient, tool } from './installed-client.ts'

const use = `
const mailstop = createMailstop({ url: 'http://127.0.0.1:9', token: 'mst_1' })
const [error] = [new NoMailError({ wanted: {}, count: 1, timeout: 0, saw: [], near: [] })]
console.log(mailstop.address({ name: 'ada' }).startsWith('ada.'), error instanceof MailstopError)
`
const names = '{ createMailstop, MailstopError, NoMailError }'

const typed = `
const mailstop = createMailstop()
export async function check(): Promise<void> {
  const inbox = await mailstop.inbox({ name: 'ada' })
  const mail: Mail = await inbox.wait({ subject: 'Hi', timeout: 120_000 })
  const code: string = await inbox.code()
  const link: string = await inbox.link(/reset/)
  // @ts-expect-error -- an inbox has its own address
  await inbox.wait({ to: 'ada@example.test' })
  console.log(mail.subject, code, link)
}
`

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2022', 'DOM'],
}

test(
  'the package is installed into an empty folder and used by import, require and TypeScript',
  { timeout: 180_000 },
  async () => {
    const beside = ['@playwright/test', 'playwright', 'playwright-core', 'vitest', '@types/node']
    const { files, write, run } = await installClient(beside)
    const strays = files.filter(
      (path) =>
        !/^(dist\/.*[.](js|cjs|d[.]ts|d[.]cts)|README[.]md|LICENSE|package[.]json)$/.test(path),
    )
    expect([strays, files.length > 10]).toEqual([[], true])
    await write({
      'use.mjs': `import ${names} from '@mailstop/client'\n${use}`,
      'use.cjs': `const ${names} = require('@mailstop/client')\n${use}`,
      'types.mts': `import { createMailstop, type Mail } from '@mailstop/client'\n${typed}`,
      'types.cts': `import { createMailstop, type Mail } from '@mailstop/client'\n${typed}`,
      'fixtures.mts': `
        import { expect, test } from '@mailstop/client/playwright'
        import { expect as vitestExpect, test as vitestTest } from '@mailstop/client/vitest'
        import { inboxForEachTest } from '@mailstop/client/jest'
        import { mailstopTasks } from '@mailstop/client/cypress/tasks'
        import '@mailstop/client/cypress'
        test('signs up', async ({ inbox, mailstop }) => {
          expect(await inbox.wait()).toHaveCode()
          await mailstop.marker()
        })
        vitestTest('signs up', async ({ inbox }) => {
          vitestExpect(await inbox.wait()).toHaveLink(/reset/)
        })
        export const { inbox } = inboxForEachTest()
        export const tasks = mailstopTasks({ url: 'http://mailstop.test' })
      `,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...compilerOptions, types: [] },
        files: ['types.mts', 'types.cts'],
      }),
      // The types of the test frameworks are not ours to check.
      'tsconfig.fixtures.json': JSON.stringify({
        compilerOptions: { ...compilerOptions, types: ['node'], skipLibCheck: true },
        files: ['fixtures.mts'],
      }),
    })
    for (const file of ['use.mjs', 'use.cjs']) {
      expect(await run(process.execPath, [file])).toMatchObject({ code: 0, stdout: 'true true\n' })
    }
    for (const project of ['tsconfig.json', 'tsconfig.fixtures.json']) {
      const compiled = await run(process.execPath, [tool('typescript/bin/tsc'), '-p', project])
      expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' })
    }
  },
)
