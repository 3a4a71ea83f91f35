import { expect, test } from 'vitest'
import { createSigner } from './signed-link.ts'

const key = new Uint8Array(32).fill(3)
const payload = { path: ['attachment', 7, 12, 'k.1/ü'], userId: 5 }

test('a link opens what was signed, for its user, until its time is over', () => {
  let time = 1_000
  const signer = createSigner(key, () => time)
  const token = signer.sign(payload, 60_000)
  expect(token).toMatch(/^[\w.-]+$/)
  expect(signer.verify(token, ['source', 'attachment'])).toEqual(payload)
  time += 59_999
  expect(signer.verify(token, ['source', 'attachment'])).toEqual(payload)
  time += 1
  expect(signer.verify(token, ['source', 'attachment'])).toBeNull()
})

test('a forged, changed or foreign token opens nothing', () => {
  const signer = createSigner(key, () => 0)
  const token = signer.sign(payload, 60_000)
  const [text = '', mac = ''] = token.split('.')
  const longer = Buffer.from('[9999999999999,1,"source",1]').toString('base64url')
  const foreign = createSigner(new Uint8Array(32).fill(4), () => 0).sign(payload, 60_000)
  for (const forged of ['', '.', text, `${text}.`, `${longer}.${mac}`, `${token}.x`, foreign]) {
    expect(signer.verify(forged, ['source', 'attachment'])).toBeNull()
  }
})

test.each<[path: (string | number)[], kinds: string[], opens: boolean]>([
  [['source', 7, 12], ['source'], true],
  [['source', 7, 12], ['eml', 'source'], true],
  [['source', 7, 12], ['eml', 'mbox'], false],
  [['source', 7, 12], [], false],
  [['source2', 7, 12], ['source'], false],
  [[7, 'source'], ['source', '7'], false],
  [[], ['source'], false],
])('a link to %j, where %j are opened: %s', (path, kinds, opens) => {
  const signer = createSigner(key, () => 0)
  expect(signer.verify(signer.sign({ path, userId: 5 }, 60_000), kinds) !== null).toBe(opens)
})
