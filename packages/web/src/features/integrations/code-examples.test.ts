import { describe, expect, test } from 'vitest'
import { codeExamples, swaksCommand } from './code-examples.ts'

const credentials = {
  host: 'mail.rocket.test',
  port: 2525,
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
  ])
})

describe.each(codeExamples)('the example for $name', ({ code }) => {
  test('names the host, the port, the username and the password', () => {
    for (const value of Object.values(credentials)) {
      expect(code(credentials)).toContain(String(value))
    }
  })

  test('has as many lines whatever the secret holds', () => {
    const lines = (text: string) => text.split('\n').length
    const nasty = { ...credentials, password: `'"\\$\{x}#{y}` }
    expect(lines(code(nasty))).toBe(lines(code(credentials)))
  })

  test('never holds a nasty secret unescaped', () => {
    const nasty = { ...credentials, password: `a'b"c\\` }
    expect(code(nasty)).not.toContain(nasty.password)
  })
})

test('the terminal line is one line with one word for each value', () => {
  expect(swaksCommand({ ...credentials, password: `it's $5` })).toBe(
    `swaks --server mail.rocket.test:2525 --auth PLAIN --auth-user team-7f3a --auth-password 'it'\\''s $5' --from app@example.test --to you@example.test`,
  )
})
