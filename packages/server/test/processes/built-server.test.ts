import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createClient, getMail, listMails, listTeams, login } from '@mailstop/contract'
import { createCookieSession } from '@mailstop/contract/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isNightly } from '../nightly.ts'
import { builtProgram, listening, spawnChild } from '../durability/product-child.ts'

const root = resolve(import.meta.dirname, '../../../..')
let folder: string

/** Copies what is published: the build, the web app and a package.json, away from the sources. */
beforeAll(() => {
  // Below the packages of this checkout, for the one that is not part of the build.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  folder = mkdtempSync(join(root, 'node_modules/.cache/built-'))
  cpSync(dirname(builtProgram), join(folder, 'dist'), { recursive: true })
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web/index.html'), '<title>The page</title>')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

type Around = { env?: Record<string, string>; under?: string[] }

function start(options: string[] = [], { env = {}, under = [] }: Around = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailstop-built-'))
  const program = join(folder, 'dist/main.js')
  const product = spawnChild(
    { DATA_DIR: dataDir, ...env },
    { under, program: [program, ...options] },
  )
  onTestFinished(async () => {
    product.signal('SIGKILL')
    await product.exited
    rmSync(dataDir, { recursive: true })
  })
  return product
}

test('the build catches mail in a copy of its own, and shows it', async () => {
  const product = start(['--demo'])
  const { origin } = await listening(product)
  const password = await product.line((line) => /Demo .* password (\S+)/.exec(line)?.[1])

  const { call } = createClient(createCookieSession(origin))
  await call(login, { body: { email: 'demo@mailstop.test', password } })
  const { data: teams } = await call(listTeams, {})
  const team = String(teams[0]?.id)
  const { data: mails } = await call(listMails, { params: { team }, query: {} })
  expect(mails.length).toBeGreaterThan(10)
  const newest = await call(getMail, { params: { team, mail: String(mails[0]?.id) } })
  expect(newest.data.subject).toBe(mails[0]?.subject)

  const page = await fetch(origin, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('The page')
  product.signal('SIGTERM')
  expect(await product.exited).toEqual({ code: 0, signal: null })
})

test.runIf(isNightly)(
  'the build serves with settings of memory that it was not started with',
  async () => {
    const product = start()
    await listening(product)
    const words = readFileSync(`/proc/${product.pid}/cmdline`, 'utf8').split('\0')
    expect(words).toContain('--max-semi-space-size=4')
    expect(readFileSync(`/proc/${product.pid}/environ`, 'utf8')).toContain(
      'MALLOC_TRIM_THRESHOLD_=',
    )
  },
)

test.runIf(isNightly)(
  'the build serves where its own program is gone or may not be started again',
  async () => {
    const hidden = join(folder, 'hidden.cjs')
    writeFileSync(hidden, `process.execPath = '/nowhere/node'`)
    const forbidden = join(folder, 'forbidden.cjs')
    writeFileSync(forbidden, `process.execve = () => { throw new Error('not permitted') }`)
    for (const script of [hidden, forbidden]) {
      const product = start([], { env: { NODE_OPTIONS: `--require ${script}` } })
      await listening(product)
      expect(readFileSync(`/proc/${product.pid}/cmdline`, 'utf8')).not.toContain('semi-space')
    }
  },
)

test('the build ends with the npm that started it, also when that ends at its first moment', async () => {
  // A parent that ends between the two starts: the first of them waits for that.
  const early = join(folder, 'early.cjs')
  writeFileSync(
    early,
    `const { execve } = process
     const { ppid } = process
     process.execve = (...words) => {
       process.kill(ppid, 'SIGKILL')
       while (process.ppid === ppid) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
       execve(...words)
     }`,
  )
  const started = start([], {
    env: { NODE_OPTIONS: `--require ${early}`, npm_lifecycle_event: 'start' },
    under: ['sh', '-c', '"$0" "$@"; true'],
  })
  const why = await started.line((line) => /^(\w+ has ended)/.exec(line)?.[1])
  expect(why).toBe('npm has ended')
})

test.runIf(isNightly)(
  'the build serves without the client of fetch that Node loads behind its own HTTP',
  async () => {
    const naming = join(folder, 'naming.cjs')
    writeFileSync(
      naming,
      `process.on('exit', () => {
       const loaded = process.moduleLoadList.filter((name) => /_http_server|undici/.test(name))
       process._rawDebug('Loaded ' + loaded.join(', '))
     })`,
    )
    const product = start([], { env: { NODE_OPTIONS: `--require ${naming}` } })
    await listening(product)
    product.signal('SIGTERM')
    const loaded = await product.line((line) => /^Loaded (.+)/.exec(line)?.[1])
    expect(loaded).toBe('NativeModule _http_server')
  },
)

test('the build says its version, and names the licences of what is in it', async () => {
  const product = start()
  await listening(product)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  expect(product.output()).toContain(`Mailstop ${version}`)
  expect(readFileSync(join(folder, 'dist/licenses.txt'), 'utf8')).toMatch(/^fastify \d.*, MIT$/m)
})
