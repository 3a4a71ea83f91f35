import { expect, test } from 'vitest'
import { mailCode } from './mail-code.ts'

const mail = { id: 9, to: [{ name: '', address: 'ada@customer.test' }], subject: 'Welcome' }
const code = (kind: 'curl' | 'test', part = {}, needsToken = true) =>
  mailCode(kind, { team: 7, needsToken, mail: { ...mail, ...part } })

test('a command gets the mail, with a token where one is needed', () => {
  const address = `${location.origin}/api/teams/7/mails/9`
  expect(code('curl')).toBe(`curl -fsS -H 'Authorization: Bearer YOUR_API_TOKEN' ${address}`)
  expect(code('curl', {}, false)).toBe(`curl -fsS ${address}`)
})

test('a test waits for a mail to the same address with the same subject', () => {
  const written = code('test')
  expect(written).toContain('.inbox({ address: "ada@customer.test" })')
  expect(written).toContain('await inbox.wait({ subject: "Welcome" })')
})

test.each([
  ['no recipient', { to: [] }, '.inbox()'],
  ['no subject', { subject: ' ' }, 'inbox.wait()'],
  ['a very long subject', { subject: 'x'.repeat(200) }, 'inbox.wait()'],
  [
    'quotes and lines',
    { subject: `"});\nevil(\`\${1}\`)` },
    String.raw`{ subject: "\"});\nevil(` + '`${1}`)" }',
  ],
])('a test for a mail with %s is whole', (_, part, expected) => {
  expect(code('test', part)).toContain(expected)
})
