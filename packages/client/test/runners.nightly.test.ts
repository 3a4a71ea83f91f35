import { expect, test } from 'vitest'
import { installClient, tool, type Installed } from './installed-client.ts'
import { jestProgram } from './jest-program.ts'
import { startTeam } from './team-on.ts'

type Runner = {
  files: Record<string, string>
  run: (
    installed: Installed,
    env: Record<string, string>,
  ) => Promise<{ code: number; said: string }>
  /** Seconds that the wait of each failure lasted, as its message says. */
  within: RegExp[]
}

const both =
  (program: string, args: string[]): Runner['run'] =>
  async ({ run }, env) => {
    const { code, stdout, stderr } = await run(program, args, env)
    return { code, said: stdout + stderr }
  }

const runners: Record<string, Runner> = {
  Vitest: {
    files: {
      'vitest.config.mjs': `export default { test: { include: ['*.test.mjs'] } }`,
      'usual.test.mjs': `
        import { createMailstop } from '@mailstop/client'
        import { test } from '@mailstop/client/vitest'
        test('usual', async ({ inbox }) => void (await inbox.code()))
        test('longer', { timeout: 7_000 }, async ({ inbox }) => void (await inbox.code()))
        test('shorter', { timeout: 2_000 }, async ({ inbox }) => void (await inbox.code()))
        test('bare', async () => {
          await (await createMailstop().inbox({ name: 'bare' })).code()
        })
        test('slow', { timeout: 8_000, retry: 1 }, async () => {
          await new Promise((resolve) => setTimeout(resolve, 2_000))
          await createMailstop().code({ to: 'slow@test.example' })
        })`,
    },
    run: both(process.execPath, [tool('vitest/vitest.mjs'), 'run']),
    within: [
      /No mail to usual\S+ with a code arrived within 4\.\d s/,
      /No mail to longer\S+ with a code arrived within 6\.\d s/,
      /No mail to shorter\S+ with a code arrived within 1\.\d s/,
      /No mail to bare\S+ with a code arrived within 4\.\d s/,
      /No mail to slow\S+ with a code arrived within 5\.\d s/,
    ],
  },
  Jest: {
    files: {
      'usual.test.js': `
        const { createMailstop } = require('@mailstop/client')
        const { inboxForEachTest } = require('@mailstop/client/jest')
        const mails = inboxForEachTest()
        test('usual', async () => void (await mails.inbox.code()))
        test('longer', async () => void (await mails.inbox.code()), 7_000)
        test('shorter', async () => void (await mails.inbox.code()), 2_000)
        test('bare', async () => {
          await (await createMailstop().inbox({ name: 'bare' })).code()
        })
        test('slow', async () => {
          await new Promise((resolve) => setTimeout(resolve, 2_000))
          await createMailstop().code({ to: 'slow@test.example' })
        }, 8_000)`,
      'configured.test.js': `
        jest.setTimeout(3_000)
        const mails = require('@mailstop/client/jest').inboxForEachTest()
        test('configured', async () => void (await mails.inbox.code()))`,
    },
    run: async (installed, env) =>
      both(process.execPath, [await jestProgram(), '--testEnvironment=node'])(installed, env),
    within: [
      /No mail to usual\S+ with a code arrived within 4\.\d s/,
      /No mail to longer\S+ with a code arrived within 6\.\d s/,
      /No mail to shorter\S+ with a code arrived within 1\.\d s/,
      /No mail to bare\S+ with a code arrived within 4\.\d s/,
      /No mail to slow\S+ with a code arrived within 5\.\d s/,
      /No mail to configured\S+ with a code arrived within 2\.\d s/,
    ],
  },
  'node:test': {
    files: {
      'usual.test.mjs': `
        import { test } from 'node:test'
        import { createMailstop } from '@mailstop/client'
        test('usual', async () => {
          await (await createMailstop().inbox({ name: 'usual' })).code({ timeout: 1_000 })
        })`,
    },
    run: both(process.execPath, ['--test']),
    within: [/No mail to usual\S+ with a code arrived within 1 s/],
  },
}

test.for(Object.keys(runners))(
  'a wait whose mail does not come ends before its test does, with the table of what came instead: %s',
  { timeout: 180_000 },
  async (name) => {
    const { files, run, within } = runners[name] as Runner
    const { url, token } = await startTeam()
    const installed = await installClient(name === 'Vitest' ? ['vitest'] : [])
    await installed.write(files)
    const { code, said } = await run(installed, {
      MAILSTOP_URL: url,
      MAILSTOP_TOKEN: token,
      CI: '1',
    })
    expect(code).toBe(1)
    for (const pattern of within) expect(said).toMatch(pattern)
    expect(said).not.toMatch(/timed out|Exceeded timeout/i)
  },
)
