import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../processes/free-port.ts'
import { spawnChild } from './product-child.ts'
import { startProduct } from './product-process.ts'
import { newFolder } from '../support/new-folder.ts'

const options = { timeout: 60_000 }

/** Runs a command to its end. */
async function run(command: string, env: Record<string, string> = {}) {
  const child = spawnChild(env, { words: command.split(' ') })
  onTestFinished(() => child.signal('SIGKILL'))
  const { code } = await child.exited
  return { code, output: child.output() }
}

test('health waits until the process is ready, where the settings say', options, async () => {
  const env = { HTTP_PORT: String(await freePort()), LISTEN_HOST: '127.0.0.2' }
  const where = `http://127.0.0.2:${env.HTTP_PORT}`
  expect(await run('health', env)).toEqual({
    code: 1,
    output: expect.stringMatching(/^http:\/\/127\.0\.0\.2:\d+ does not answer: .*ECONNREFUSED/),
  })
  const waiting = run('health --ready --wait 30', env)
  const product = await startProduct(newFolder(), { ...env, DRAIN_SECONDS: '3600' })
  expect(await waiting).toEqual({ code: 0, output: `${where} is ready` })

  product.signal('SIGTERM')
  await product.line((text) => (text.includes('not ready any more') ? text : undefined))
  expect(await run(`health --ready --url ${where}`)).toEqual({
    code: 1,
    output: `${where} is not ready: draining`,
  })
  expect(await run('health', env)).toEqual({ code: 0, output: `${where} lives` })
})

test(
  'config check names every problem of the settings and their files at once',
  options,
  async () => {
    expect(await run('config check')).toEqual({ code: 0, output: 'The configuration is valid.' })
    const key = join(newFolder(), 'key.pem')
    await writeFile(key, 'garbage')
    const { code, output } = await run('config check', {
      LOG_LEVEL: 'loud',
      APP_KEY_FILE: '/nope',
      SMTP_TLS_CERT: key,
      SMTP_TLS_KEY: key,
      PRIVACY_FILE: '/dev/null',
    })
    expect(code).toBe(1)
    expect(output.split('\n')).toEqual([
      'The configuration is not valid:',
      '  APP_KEY_FILE names /nope, which does not exist',
      expect.stringMatching(/^ {2}LOG_LEVEL must be/),
      `  SMTP_TLS_CERT and SMTP_TLS_KEY: ${key} holds no private key in PEM without a passphrase`,
      '  PRIVACY_FILE: /dev/null is not a file',
    ])
  },
)

test(
  'doctor examines a machine on which the process runs, and one on which it cannot',
  options,
  async () => {
    const dataDir = newFolder()
    const { origin, smtpPort } = await startProduct(dataDir)
    const env = { DATA_DIR: dataDir, HTTP_PORT: new URL(origin).port, SMTP_PORTS: String(smtpPort) }
    const healthy = await run('doctor --json', env)
    const findings = JSON.parse(healthy.output) as { check: string; level: string; text: string }[]
    expect(findings.filter(({ level }) => level === 'fail')).toEqual([])
    expect(findings.map(({ text }) => text)).toContain('SMTP: used by Mailstop')
    expect(healthy.code).toBe(0)

    const broken = await run('doctor', { ...env, DATA_DIR: '/proc/x', SMTP_PORTS: '1,0' })
    expect(broken.code).toBe(1)
    expect(broken.output).toMatch(/^ok +settings +valid$/m)
    expect(broken.output).toMatch(/^fail +data folder/m)
    expect(await run('doctor', { HTTP_PORT: 'x' })).toMatchObject({ code: 1 })
  },
)
