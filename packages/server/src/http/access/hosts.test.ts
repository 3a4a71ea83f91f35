import { expect, test } from 'vitest'
import { createHosts } from './hosts.ts'

test.each([
  [
    'http://localhost:8025',
    true,
    'mail.example.com:8025',
    'This server does not answer for mail.example.com:8025, only for localhost, addresses, names without a dot and *.internal: PUBLIC_URL names another.',
  ],
  [
    'http://localhost:8025',
    false,
    'mailstop:8025',
    'This server does not answer for mailstop:8025, only for localhost: PUBLIC_URL names another.',
  ],
  [
    'http://localhost:8025',
    false,
    '<b>',
    'This server does not answer for this name, only for localhost: PUBLIC_URL names another.',
  ],
  [
    'https://mail.example.com',
    false,
    'other.example.com',
    'This server answers only for the host name of PUBLIC_URL.',
  ],
])(
  'a server at %s, for private names %j, refuses %s and says so',
  (url, privateNames, host, sentence) => {
    const hosts = createHosts(new URL(url), { privateNames })
    expect(hosts.hostAllowed(host)).toBe(false)
    expect(hosts.wrongHost(host)).toMatchObject({ code: 'wrong_host', message: sentence })
  },
)
