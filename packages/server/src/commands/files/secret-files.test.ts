import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { secretVariables } from '../../config/config-variables.ts'
import { loadConfig } from '../../config/config.ts'
import { readSecretFiles } from './secret-files.ts'

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'mailstop-secrets-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const key = Buffer.alloc(32, 7).toString('base64')

function fileOf(text: string): string {
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, text)
  return path
}

describe('a secret in a file', () => {
  test.each([
    ['as it is', 'postgres://ann:secret@db/mailstop', 'postgres://ann:secret@db/mailstop'],
    ['without the line break at its end', 'secret\n', 'secret'],
    ['without one of Windows', 'secret\r\n', 'secret'],
    ['with all line breaks but the last', 'secret\n\n', 'secret\n'],
    ['with the spaces around it', ' secret ', ' secret '],
  ])('is read %s', (_, text, secret) => {
    const { env, problems } = readSecretFiles({ MAIL_URL_FILE: fileOf(text) })
    expect(env['MAIL_URL']).toBe(secret)
    expect(problems).toEqual([])
  })

  test.each(Object.keys(secretVariables))('may be %s', (name) => {
    expect(readSecretFiles({ [`${name}_FILE`]: fileOf('x') }).env[name]).toBe('x')
  })

  test('is refused beside the variable itself, unless that is blank', () => {
    const file = fileOf(key)
    expect(readSecretFiles({ APP_KEY: key, APP_KEY_FILE: file }).problems).toEqual([
      'APP_KEY and APP_KEY_FILE must not both be set',
    ])
    const { env, problems } = readSecretFiles({ APP_KEY: ' ', APP_KEY_FILE: file })
    expect([env['APP_KEY'], problems]).toEqual([key, []])
  })

  test.each<[string, () => string, string]>([
    ['that is missing', () => join(folder, 'missing'), 'does not exist'],
    ['below a file', () => join(fileOf('x'), 'x'), 'does not exist'],
    ['that is a folder', () => made('folder', mkdirSync), 'is not a file'],
    [
      'that is a pipe',
      () => made('pipe', (path) => execFileSync('mkfifo', [path])),
      'is not a file',
    ],
    ['without end', () => '/dev/zero', 'is not a file'],
    ['that is empty', () => fileOf(''), 'is empty'],
    ['of a line break alone', () => fileOf('\n'), 'is empty'],
    ['that is too large', () => fileOf('x'.repeat(65_537)), 'is larger than 65536 bytes'],
  ])('%s is named with what is wrong', (_, pathOf, problem) => {
    const path = pathOf()
    const { problems } = readSecretFiles({ METRICS_TOKEN_FILE: path })
    expect(problems).toEqual([`METRICS_TOKEN_FILE names ${path}, which ${problem}`])
  })

  test('that cannot be read causes no second problem', () => {
    const missing = Object.keys(secretVariables).map((name) => [`${name}_FILE`, '/missing'])
    const { env, problems } = readSecretFiles(Object.fromEntries(missing))
    expect(problems).toHaveLength(missing.length)
    expect(loadConfig(env)).toMatchObject({ ok: true })
  })
})

function made(name: string, make: (path: string) => unknown): string {
  const path = join(folder, name)
  make(path)
  return path
}
