import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram } from '../durability/product-child.ts'

// oxlint-disable-next-line no-process-env -- only passed on; the product has one reader
const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent' }

/** Runs a command to its end, with `input` on its standard input. */
async function run(
  words: string[],
  input = '',
  { cwd = '.', ...more }: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [builtProgram, ...words], { cwd, env: { ...env, ...more } })
  child.stdin.end(input)
  const ended = once(child, 'exit')
  const said = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await ended) as [number]
  return { code, said: said.join('') }
}

/** Serves until all that is expected at the terminal was printed, and `meanwhile` was done; returns what was, to its end. */
async function serve(
  words: string[],
  until: RegExp,
  cwd = '.',
  meanwhile = async () => {},
): Promise<string> {
  const ports = ['--port', '0', '--smtp', '0']
  const child = spawn(process.execPath, [builtProgram, ...ports, ...words], { cwd, env })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (child.killed || !until.test(said)) continue
    await meanwhile()
    child.kill()
  }
  return said
}

async function emptyFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mailstop-open-')))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('open mode and accounts have a folder each, and the first account takes the open one along', async () => {
  const cwd = await emptyFolder()
  const [open, accounts] = [join(cwd, 'data', 'open'), join(cwd, 'data', 'accounts')]
  const ada = ['accounts', '--email', 'ada@example.test']
  expect(await run(ada, 'a password', { cwd })).toEqual({
    code: 1,
    said: `${open} is no folder of open mode.\n`,
  })
  expect(existsSync(open)).toBe(false)
  const served = await serve(['--open', '--host', '0.0.0.0'], /Open .*\n\n[^]*\n\n/, cwd)
  expect(served).toMatch(/WARNING: EVERYBODY WHO CAN REACH THIS ADDRESS/)
  expect(served).toContain(`Data    ${open}\n`)

  // Commands act on the store that is there, also while nobody serves it.
  const mail = 'Subject: kept\r\n\r\nbody\r\n'
  expect(await run(['import', '1', '-'], mail, { cwd })).toMatchObject({ code: 0 })
  expect(JSON.parse((await run(['teams', 'list', '--json'], '', { cwd })).said)).toMatchObject([
    { name: 'Open inbox' },
  ])
  expect(await run(['backup', 'backup.tar'], '', { cwd })).toMatchObject({ code: 0 })
  const named = { DATA_DIR: open }
  const newUser = ['users', 'create', '--email', 'eve@example.test', '--name', 'Eve']
  expect(await run(newUser, 'a long password\n', named)).toEqual({
    code: 1,
    said: 'Open mode has no accounts. npm start -- accounts ends it.\n',
  })

  const short = await run(['accounts', 'ada'], 'short\nwith more\n', { cwd })
  expect(short).toMatchObject({ code: 1, said: expect.stringMatching(/valid.*\n.*8 characters/) })
  expect(await run(['accounts'], 'a password\n', { cwd })).toMatchObject({ code: 2 })
  expect(await run([...ada, 'ada@example.test'], '', { cwd })).toMatchObject({
    code: 2,
    said: expect.stringContaining('there twice'),
  })
  expect(await run(ada, 'a long password\n', { cwd })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/accounts has the account ada@.*\n.*log in: npm start\n.*2525/),
  })
  expect([existsSync(open), existsSync(accounts)]).toEqual([false, true])
  expect(await run(['--open', '--data', accounts])).toMatchObject({
    code: 1,
    said: expect.stringMatching(`has accounts[^]*: +npm start -- --data ${accounts}\n`),
  })
  expect(await run(['export', '1', '-'], '', { cwd })).toMatchObject({
    said: expect.stringContaining('Subject: kept'),
  })
  expect(await serve([], /Data .*\n/, cwd)).toContain(`Data    ${accounts}\n`)
}, 120_000)

test('a start with accounts beside an open inbox says where its mail is, and commands name what they act on', async () => {
  const cwd = await emptyFolder()
  const [open, accounts] = [join(cwd, 'data', 'open'), join(cwd, 'data', 'accounts')]
  const first = await serve(['--open'], /Open .*\n\n/, cwd, async () => {
    const said = `Mailstop is running on ${open}: stop it first.\n`
    expect(await run(['accounts', 'ada@example.test'], 'a password', { cwd })).toEqual({
      code: 1,
      said,
    })
  })
  expect(first).toMatch(/Inbox +http:\/\/localhost:\d+\n/)
  expect(first).not.toMatch(/WARNING/)
  const mail = 'Subject: kept\r\n\r\nbody\r\n'
  await run(['import', '1', '-'], mail, { cwd })
  const named = await serve(['--data', join(cwd, 'other')], /Data .*\n\n/, cwd)
  expect(named).not.toContain('open inbox')
  const started = await serve([], /Give it.*\n/, cwd)
  expect(started).toContain(`Data    ${accounts}\n`)
  expect(started).toMatch(`npm start -- accounts --email <address> --data ${open}`)
  expect(await run(['teams', 'list'], '', { cwd })).toMatchObject({
    code: 0,
    said: expect.stringContaining(`This is about ${accounts}. DATA_DIR=${open} chooses`),
  })
  expect(await run(['accounts', 'ada@example.test'], 'a long password\n', { cwd })).toEqual({
    code: 1,
    said: expect.stringMatching(
      `${accounts} has accounts already.*\n.*npm start -- accounts --data ${open}\n`,
    ),
  })
  // Earlier versions kept either in one folder.
  expect(await run(['--data', open])).toEqual({
    code: 1,
    said: expect.stringMatching(
      `open mode\\.\n.*npm start -- --open --data ${open}\n.*-- accounts`,
    ),
  })
  // The image, the compose files and the Debian package say how they are called.
  const service = { DATA_DIR: open, MAILSTOP_CALL: 'docker compose run --rm mailstop' }
  const [served, accountsIn] = ['MAILSTOP_MODE=open', 'MAILSTOP_MODE=accounts'].map(
    (setting) => `${setting} in the settings of its service\n`,
  )
  const call = `docker compose run --rm mailstop accounts --email <address> --data ${open}\n`
  const eve = ['users', 'create', 'eve@example.test']
  const ada = ['accounts', 'ada@example.test']
  for (const [words, more, said] of [
    [[], {}, `: +${served}.*: +${call}`],
    [eve, {}, '. docker compose run --rm mailstop accounts ends it.\n'],
    [ada, {}, `log in: ${accountsIn}`],
    [[], { MAILSTOP_MODE: 'open' }, `has accounts[^]*: +${accountsIn}`],
  ] as const) {
    const ran = await run([...words], 'a long password\n', { ...service, ...more })
    expect(ran.said).toMatch(new RegExp(said))
  }
}, 120_000)

test('a start that finds its port taken makes no folder', async () => {
  const cwd = await emptyFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  for (const words of [`--port=${port} --smtp=0`, `--port=0 --smtp=${port}`]) {
    expect(await run(['--open', ...words.split(' ')], '', { cwd })).toMatchObject({
      code: 1,
      said: expect.stringContaining(`Port ${port} is taken by another process.`),
    })
  }
  expect(existsSync(join(cwd, 'data'))).toBe(false)
}, 60_000)

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
