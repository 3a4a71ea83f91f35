import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram } from './durability/product-child.ts'

// oxlint-disable-next-line no-process-env -- only passed on; the product has one reader
const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent' }

/** Runs a command to its end, with `input` on its standard input. */
async function run(words: string[], input = '', more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [builtProgram, ...words], { env: { ...env, ...more } })
  child.stdin.end(input)
  const ended = once(child, 'exit')
  const said = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await ended) as [number]
  return { code, said: said.join('') }
}

/** Serves until all that is expected at the terminal was printed; returns what was. */
async function serve(words: string[], until: RegExp): Promise<string> {
  const child = spawn(process.execPath, [builtProgram, '--port', '0', '--smtp', '0', ...words], {
    env,
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (until.test(said)) break
  }
  const ended = child.exitCode === null ? once(child, 'exit') : null
  child.kill()
  await ended
  return said
}

test('a folder of open mode is served by --open until it has its first account', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-open-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const data = ['--data', folder]

  expect(await run(['accounts', ...data, '--email', 'ada@example.test'], 'a password')).toEqual({
    code: 1,
    said: `${folder} is no folder of open mode.\n`,
  })
  const served = await serve(['--open', ...data], /Open .*\n\n/)
  expect(served).toMatch(/Inbox +http:\/\/localhost:\d+\n/)
  expect(served).not.toMatch(/WARNING/)
  expect(await serve(['--open', '--host', '0.0.0.0', ...data], /WARNING.*\n.*\n\n/)).toMatch(
    /WARNING: EVERYBODY WHO CAN REACH THIS ADDRESS/,
  )

  // A command acts on the store while nobody serves it, too.
  const stopped = { DATA_DIR: folder }
  const mail = 'Subject: kept\r\n\r\nbody\r\n'
  expect(await run(['import', '1', '-'], mail, stopped)).toMatchObject({ code: 0 })
  expect(await run(['export', '1', '-'], '', stopped)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Subject: kept'),
  })
  expect(await run(['backup', join(folder, 'b.tar')], '', stopped)).toMatchObject({ code: 0 })
  const newUser = ['users', 'create', 'eve@example.test', '--name', 'Eve']
  const created = await run(newUser, 'a long password\n', stopped)
  expect(created).toMatchObject({ code: 1, said: expect.stringContaining('no accounts') })

  const short = await run(['accounts', ...data, '--email', 'ada'], 'short\nwith more\n')
  expect(short).toMatchObject({ code: 1, said: expect.stringMatching(/valid.*\n.*8 characters/) })
  expect(await run(['accounts', ...data], 'a password\n')).toMatchObject({ code: 1 })
  expect(
    await run(['accounts', ...data, '--email', 'ada@example.test'], 'a long password\n'),
  ).toMatchObject({ code: 0, said: expect.stringMatching(/ada@example\.test[^]*port 2525/) })
  expect(await run(['--open', ...data])).toMatchObject({
    code: 1,
    said: expect.stringContaining('has accounts'),
  })
  expect(await serve(data, /Data .*\n/)).toContain('Inbox')
}, 120_000)

test('commands act on a folder of open mode that nobody serves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-open-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await serve(['--open', '--data', folder], /Open .*\n\n/)
  const command = (words: string[], input = '') => run(words, input, { DATA_DIR: folder })

  expect(JSON.parse((await command(['teams', 'list', '--json'])).said)).toMatchObject([
    { name: 'Open inbox' },
  ])
  const file = join(folder, 'backup.tar')
  expect(await command(['backup', file])).toMatchObject({ code: 0 })
  expect(await command(['users', 'create', 'ada@example.test'], 'a long password\n')).toEqual({
    code: 1,
    said: 'Open mode has no accounts. mailstop accounts ends it.\n',
  })
}, 120_000)

test('wrong options get one sentence and the list of options', async () => {
  expect(await run(['--opne'])).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^There is no option --opne\.\nOptions:\n {2}--open/),
  })
  expect(await run(['--help'])).toMatchObject({ code: 0, said: expect.stringMatching(/^Options:/) })
  expect(await run(['--version'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Mailstop \d/),
  })
}, 60_000)
