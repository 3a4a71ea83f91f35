import { describe, expect, test } from 'vitest'
import { redirectPath } from './redirect-path.ts'

describe('goes to a page of ours', () => {
  test.each([
    ['/inbox', '/inbox'],
    ['/inbox/42?sndr=a%40b.test&filter=unread#end', '/inbox/42?sndr=a%40b.test&filter=unread#end'],
    ['/inbox?q=https://elsewhere.test//x', '/inbox?q=https://elsewhere.test//x'],
    [
      '/integrations/smtp-credentials?from=bookmark',
      '/integrations/smtp-credentials?from=bookmark',
    ],
    ['/settings/password', '/settings/password'],
    ['/team/users', '/team/users'],
    ['/billing/plan', '/billing/plan'],
    ['/verify-email?redirect=%2Finbox', '/verify-email?redirect=%2Finbox'],
    ['/invite?token=abc', '/invite?token=abc'],
    ['/forwarding-verification?token=abc', '/forwarding-verification?token=abc'],
    ['/a/../inbox', '/inbox'],
    ['/inbox/../settings/./profile', '/settings/profile'],
    ['/\tinbox\n', '/inbox'],
    ['/inbox\\42', '/inbox/42'],
  ])('%j', (value, path) => {
    expect(redirectPath(value)).toBe(path)
  })
})

/** Each form of another site's address, with each way to disguise it. */
function foreignAddresses(): string[] {
  const hosts = ['evil.test', 'evil.test/inbox', 'user@evil.test', 'this.site@evil.test', '0x7f.1']
  const leads = [
    ['//', '///', '////', '/\\', '\\/', '\\\\', '/\\\\', '//\\', '\\', '/\\/'],
    ['/\t/', '/\n/', '/\r/', '\t//', ' //', '\u0000//', '\u001f//', '/\t\\', '/\n\\', '/\r\n/'],
    ['http://', 'https://', 'HTTPS://', 'http:/', 'http:', 'https:\\\\', 'ftp://', 'ws://'],
    ['ht\ttp://', ' https://', '\thttps://', '\u00a0https://', 'blob:http://', 'file:///'],
    // What becomes `//host` only once dot segments are taken out.
    ['/.//', '/..//', '/./\\', '/x/..//', '/x/../\\', '/x/y/../..//', '/inbox/..//'],
    ['/%2e//', '/%2E%2E//', '/.%2e//', '/inbox/%2e%2e//', '/inbox/%2e%2e/\\', '/.\t//', '/./\n/'],
    // Some other parser would decode these once more.
    ['/%2f', '/%5c', '/%09/', '%2f%2f', '/%252f', '/%00/', '/%2f%2f', '/;//', '/@'],
    // Characters that look like slashes, and marks that turn or hide text.
    ['\uff0f\uff0f', '/\u2044', '/\u2215', '/\u29f8', '/\u202e//', '/\u200b/', '\ufeff//'],
  ].flat()
  return leads.flatMap((lead) => hosts.map((host) => lead + host))
}

/** Addresses that run or contain something instead of leading to a page. */
function scripts(): string[] {
  const payloads = ['alert(1)', '//%0aalert(1)', 'text/html,<script>alert(1)</script>']
  const schemes = [
    'javascript:',
    'JaVaScRiPt:',
    'java\tscript:',
    '\u0001javascript:',
    ' javascript:',
  ]
  const others = ['data:', 'vbscript:', 'view-source:', 'about:', 'mailto:', '/javascript:']
  return [...schemes, ...others].flatMap((scheme) => payloads.map((text) => scheme + text))
}

/** Paths of this site that are not accepted: calls, files, Login, mailed links. */
function foreignPaths(): string[] {
  const paths = ['', 'login', 'logout', 'register', 'api/profile', 'files/x', 'build/x.js', 'user']
  const more = ['sanctum/csrf-cookie', 'socket.io/', 'inboxes', 'Inbox', 'inbox%2f..', 'inbox;x']
  const leads = ['/', '/./', '/inbox/../', '/%2e/']
  const known = [...paths, ...more].flatMap((path) => leads.map((lead) => lead + path))
  return [...known, '/login?redirect=/inbox', '/?/inbox', '/#/inbox', '/ /inbox', '/*', '/../..']
}

const relative = ['', ' ', 'inbox', './inbox', '../inbox', '?redirect=/inbox', '#/inbox', ' /inbox']
const broken = ['http://', '//', '///', '/\\', '//[', '//:80', '//%', '/\ud800//x', 'null', '[]']
const hostile = [...foreignAddresses(), ...scripts(), ...foreignPaths(), ...relative, ...broken]

test('the table of hostile values is long and has no value twice', () => {
  expect(new Set(hostile).size).toBe(hostile.length)
  expect(hostile.length).toBeGreaterThanOrEqual(300)
})

describe('does not follow', () => {
  test.each(hostile)('%j', (value) => {
    expect(redirectPath(value)).toBeNull()
  })

  test.each([null, undefined])('%j', (value) => {
    expect(redirectPath(value)).toBeNull()
  })
})

test('whatever is followed stays on the site that follows it, and is followed to the same place', () => {
  const base = 'https://mailstop.example'
  for (const end of hostile) {
    for (const value of [`/inbox/${end}`, `/inbox?x=${end}`, `/inbox#${end}`, `/inbox${end}`]) {
      const path = redirectPath(value)
      if (path === null) continue
      expect(new URL(path, base).origin, value).toBe(base)
      expect(redirectPath(path), value).toBe(path)
    }
  }
})
