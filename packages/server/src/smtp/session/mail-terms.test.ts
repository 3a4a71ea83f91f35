import { expect, test } from 'vitest'
import { driveSession, authPlain, password, username } from '../../../test/clients/smtp-harness.ts'
import { digestOf } from '../../lib/secrets/password-proof.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('CRAM-MD5 takes the digest of its challenge, and keeps no secret in the dialogue', () => {
  const client = driveSession()
  client.send('EHLO client.test\r\n')
  const challenge = Buffer.from(client.send('AUTH CRAM-MD5\r\n').slice(4), 'base64').toString()
  expect(challenge).toMatch(/^<[^@<>]+@mail\.test>$/)
  const answer = base64(`${username} ${digestOf(password, challenge)}`)
  expect(client.send(`${answer}\r\n`)).toMatch(/^235/)
  const { transcript } = client.session.dialogue()
  expect(transcript).toContain('C: AUTH CRAM-MD5\n')
  expect(transcript).not.toContain(answer)
})

test('A server that requires TLS refuses everything before it, and offers no login', () => {
  const client = driveSession({ requiresTls: true })
  const hello = client.send('EHLO client.test\r\n')
  expect(hello).toContain('STARTTLS')
  expect(hello).not.toContain('AUTH')
  for (const command of [authPlain(), 'MAIL FROM:<a@b>', 'RSET', 'VRFY a', 'BDAT 4 LAST\r\nQUIT']) {
    const after = command.startsWith('BDAT') ? '' : '\r\n'
    expect(client.send(`${command}${after}`)).toMatch(/^530 5\.7\.0/)
  }
  expect(client.send('NOOP\r\n')).toMatch(/^250/)
  expect(client.session.takeFailures()).toMatchObject([{ failure: 'tls_missing' }])
  client.send('STARTTLS\r\n')
  expect(client.send('EHLO client.test\r\n')).toContain('AUTH PLAIN LOGIN CRAM-MD5 XOAUTH2')
  expect(client.send(`${authPlain()}\r\n`)).toMatch(/^235/)
})

const cases = [
  [{ allowed: ['example.com'] }, 'a@example.com', true],
  [{ allowed: ['example.com'] }, 'a@EXAMPLE.com', true],
  [{ allowed: ['example.com'] }, 'a@sub.example.com', false],
  [{ allowed: ['*.example.com'] }, 'a@sub.example.com', true],
  [{ allowed: ['qa+*@example.com'] }, 'qa+1@example.com', true],
  [{ allowed: ['qa+*@example.com'] }, 'b@example.com', false],
  [{ denied: ['*@example.com'] }, 'a@example.com', false],
  [{ denied: ['*@example.com'] }, 'a@example.org', true],
  [{ allowed: ['*'], denied: ['a@example.com'] }, 'a@example.com', false],
  [{ allowed: ['*'] }, 'postmaster', true],
] as const

test.each(cases)('with %o, mail to %s is taken: %s', (terms, recipient, isTaken) => {
  const client = driveSession({ terms })
  client.send(`EHLO c\r\n${authPlain()}\r\nMAIL FROM:<a@b.test>\r\n`)
  const answer = client.send(`RCPT TO:<${recipient}>\r\n`)
  expect(answer).toMatch(isTaken ? /^250/ : /^550 5\.7\.1/)
})

test('A denied sender is refused, and the team sees it', () => {
  const client = driveSession({ terms: { deniedSenders: ['*@bad.test'] } })
  client.send(`EHLO c\r\n${authPlain()}\r\n`)
  expect(client.send('MAIL FROM:<a@bad.test>\r\n')).toMatch(/^550 5\.7\.1/)
  client.send('QUIT\r\n')
  const reply = expect.stringMatching(/^550 5\.7\.1/) as string
  expect(client.session.takeFailures()).toMatchObject([{ account: { id: 7 }, reply }])
})
