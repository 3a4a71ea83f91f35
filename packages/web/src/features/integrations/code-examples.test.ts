import { describe, expect, test } from 'vitest'
import { codeExamples } from './code-examples.ts'
import type { Credentials } from './credentials.ts'
import { shownCode } from './hidden-secret.ts'

const credentials: Credentials = {
  host: 'mail.rocket.test',
  port: 2525,
  tls: 'starttls',
  selfSigned: true,
  username: 'team-7f3a',
  password: 'c0rrect-horse',
}

test('the examples are those of the tabs, in their order', () => {
  expect(codeExamples.map(({ name }) => name)).toEqual([
    'Laravel',
    'Node.js',
    'Django',
    'C#',
    'Ruby on Rails',
    'Symfony',
    'Spring Boot',
    'Go',
    'Python',
    'Rust',
    'Elixir',
    'PHP mail()',
    'WordPress',
    'swaks',
    'curl',
  ])
})

test('each has a key of its own that can be part of an id', () => {
  const keys = codeExamples.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => !/^[a-z]+$/.test(key))).toEqual([])
})

describe.each(codeExamples)('the example for $name', ({ name, code, starttlsOnly }) => {
  test('names the host, the port, the username and the password', () => {
    const { host, port, username, password } = credentials
    for (const value of [host, String(port), username, password]) {
      expect(code(credentials)).toContain(value)
    }
  })

  test('has an address of IP version 6 in brackets where a URL or a port may follow, and nowhere else', () => {
    const shown = code({ ...credentials, host: '2001:db8::1' })
    const inUrl = ['curl', 'Symfony', 'WordPress'].includes(name)
    expect(shown).toMatch(inUrl ? /\[2001:db8::1\]/ : /(?<!\[)2001:db8::1(?!\])/)
    expect(shown).not.toMatch(inUrl ? /[^[]2001:db8::1/ : /\/\/2001:/)
    expect(/[[]2001/.test(shown)).toBe(inUrl || name === 'Laravel')
  })

  test('has as many lines whatever the secret holds', () => {
    const lines = (text: string) => text.split('\n').length
    const nasty = { ...credentials, password: `'"\\$\{x}#{y}%0A<b>` }
    expect(lines(code(nasty))).toBe(lines(code(credentials)))
  })

  test('says what it does about a certificate that nobody vouches for, where there is one', () => {
    const accepts = /accepts (the self-signed|any) certificate/i
    expect(code(credentials)).toMatch(accepts)
    const trusted = code({ ...credentials, selfSigned: false })
    expect(trusted).not.toMatch(accepts)
    expect(trusted).not.toMatch(
      /verify_peer['=]|verify_none|insecure|certcheck|CERT_NONE|dangerous_accept/i,
    )
  })

  test('says nothing of TLS for a port without it', () => {
    const plain = code({ ...credentials, tls: 'none', selfSigned: false })
    expect(plain).not.toMatch(/starttls|(?<!use lettre::.*)\bssl\b|certificate/i)
  })

  test.runIf(!starttlsOnly)('is another one where TLS comes first', () => {
    const implicit = code({ ...credentials, tls: 'implicit' })
    expect(implicit).not.toBe(code(credentials))
    expect(implicit).not.toMatch(/starttls(?!\s+off)/i)
  })

  test('shows dots for a hidden secret, and is else the same', () => {
    const shown = shownCode(code, credentials, false)
    expect(shown).not.toContain(credentials.password)
    expect(shown.replaceAll(/•+/g, credentials.password)).toBe(code(credentials))
    expect(shownCode(code, credentials, true)).toBe(code(credentials))
  })
})
