import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { isNightly } from '../nightly.ts'
import { createBrowser } from '../clients/browser.ts'
import { builtProgram, listening, spawnChild } from '../durability/product-child.ts'
import { newFolder } from '../support/new-folder.ts'

const token = 'mst_constant-of-a-workflow'

/** The built server with `--ci`, and a temporary folder of the system that it has alone. */
function start(env: Record<string, string> = {}, words = ['--ci']) {
  const temporary = mkdtempSync(join(tmpdir(), 'mailstop-test-'))
  const product = spawnChild({ TMPDIR: temporary, ...env }, { words })
  onTestFinished(async () => {
    product.signal('SIGKILL')
    await product.exited
    rmSync(temporary, { recursive: true })
  })
  return { product, temporary, folders: () => readdirSync(temporary) }
}

const send = (port: number, auth?: { user: string; pass: string }) =>
  createTransport({
    host: '127.0.0.1',
    port,
    tls: { rejectUnauthorized: false },
    ...(auth && { auth }),
  }).sendMail({ from: 'app@rocket.test', to: 'you@customer.test', subject: 'Hi', text: 'Hi' })

test('a server for CI takes every login, answers by the name of its container, and leaves nothing', async () => {
  const { product, folders } = start({ CI_TOKEN: token })
  const { origin, smtpPort } = await listening(product)
  expect(folders()).toEqual([expect.stringMatching(/^mailstop-ci-/)])
  expect(product.output()).not.toContain('WARNING')
  await send(smtpPort)
  await send(smtpPort, { user: 'anything', pass: 'x' })

  const port = Number(new URL(origin).port)
  const { request } = createBrowser(port)
  const mailpit = { host: `mailpit:${port}` }
  for (const path of ['/livez', '/readyz']) {
    expect((await request('GET', path, { headers: mailpit })).status).toBe(200)
  }
  const list = '/api/teams/current/mails'
  const bare = await request('GET', '/api/teams/1/mails', { headers: mailpit })
  expect(bare.json).toMatchObject({ meta: { total: 2 } })
  // Not for a page, which sends more than this.
  const change = await fetch(`${origin}/api/teams/1/mails/1`, { method: 'DELETE' })
  expect(change.status).toBe(200)
  const headers = { ...mailpit, authorization: `Bearer ${token}` }
  const own = await request('GET', '/api/token', { headers })
  expect(own.json).toMatchObject({
    data: {
      name: 'CI_TOKEN',
      expires_at: null,
      scopes: ['mail:read', 'mail:write', 'mail:delete', 'mail:send', 'smtp:read', 'inbox:manage'],
    },
  })
  expect((await request('DELETE', `${list}?all=true`, { headers, body: {} })).json).toMatchObject({
    count: 1,
  })
  const wrong = { ...headers, authorization: `Bearer ${token}x` }
  expect((await request('GET', list, { headers: wrong })).status).toBe(401)

  product.signal('SIGTERM')
  expect(await product.exited).toEqual({ code: 0, signal: null })
  expect(folders()).toEqual([])
})

test('a server for CI that is killed leaves a folder among the temporary ones of the system', async () => {
  const { product, folders } = start({ MAILSTOP_MODE: 'ci' }, [])
  await listening(product)
  product.signal('SIGKILL')
  await product.exited
  expect(folders()).toEqual([expect.stringMatching(/^mailstop-ci-/)])
})

test.runIf(isNightly)(
  'a server for CI does not start where DATA_DIR names a folder with accounts, and leaves any other alone',
  async () => {
    const kept = newFolder()
    const { product: open } = start({ DATA_DIR: kept }, ['--open'])
    await listening(open)
    // While another process serves it, too.
    const { product: beside, folders: own } = start({ DATA_DIR: kept })
    await listening(beside)
    expect(own()).toHaveLength(1)
    beside.signal('SIGTERM')
    await beside.exited
    open.signal('SIGTERM')
    await open.exited

    const words = ['accounts', '--email', 'ada@example.test', '--name', 'Ada']
    execFileSync(process.execPath, [builtProgram, ...words], {
      env: { DATA_DIR: kept },
      input: 'a long password\n',
    })
    const { product, folders } = start({ DATA_DIR: kept })
    expect(await product.exited).toMatchObject({ code: 1 })
    expect(product.output()).toBe(
      `DATA_DIR names ${kept}, which has accounts, and --ci keeps nothing: leave out --ci, or unset DATA_DIR.`,
    )
    expect(folders()).toEqual([])
    expect(existsSync(join(kept, 'mailstop.sqlite'))).toBe(true)
  },
)

test.each([
  [{ CI_TOKEN: 'secret' }, ['--ci'], /CI_TOKEN must be mst_ and 12 to 60 .* such as mst_/],
  [{ CI_TOKEN: token }, ['--open'], /^CI_TOKEN is for --ci alone/],
  [{ TMPDIR: '/proc' }, ['--ci'], /^--ci keeps its data in \/proc, which cannot be written/],
  [{ MAIL_URL: 'smtp://relay' }, ['--ci'], /MAIL_URL must not be set with --ci/],
  [{ MAILSTOP_MODE: 'test' }, [], /MAILSTOP_MODE must be accounts, open or ci/],
])('a server with %j and %j does not start', async (env, words, sentence) => {
  const { product, folders } = start(env, words)
  expect(await product.exited).toMatchObject({ code: 1 })
  expect(product.output()).toMatch(sentence)
  expect(folders()).toEqual([])
})
