import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes } from '@mailstop/contract'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const codes = Object.entries(errorCodes)

test('docs/errors.md has every code with its status, and no other', () => {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  const documented = [...page.matchAll(/^\| `(\w+)` +\| (\d{3}) +\| \S/gm)]
  expect(documented.map(([, code, status]) => [code, Number(status)])).toEqual(
    codes.map(([code, { status }]) => [code, status]),
  )
})

test('every code is answered somewhere', () => {
  const folder = join(root, 'packages/server/src')
  const source = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  // Codes that `errors.ts` has a constructor for; the others are named where they are answered.
  const constructors: Record<string, string> = {
    signed_out: 'signedOut',
    bad_token: 'badToken(',
    missing_scope: 'missingScope(',
    forbidden: 'forbidden(',
    not_found: 'notFound(',
    conflict: 'conflict(',
    gone: 'gone(',
    invalid: 'invalid(',
    rate_limited: 'rateLimited(',
    unavailable: 'unavailable(',
  }
  for (const [code] of codes) {
    const named = constructors[code]
    const calls = source.split(named ?? `'${code}'`).length - 1
    expect([code, calls > 0]).toEqual([code, true])
  }
})
