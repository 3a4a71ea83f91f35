import { expect, test } from 'vitest'
import { privateNames } from '../../lib/network/host-names.ts'
import { createHosts } from './hosts.ts'

test.each([
  [
    'http://localhost:8025',
    privateNames,
    'mail.example.com:8025',
    'This server does not answer for mail.example.com:8025, only for localhost, addresses, names without a dot, *.localhost, *.test, *.internal, *.ddev.site: OPEN_HOSTS names another.',
  ],
  [
    'http://localhost:8025',
    [],
    'mailstop:8025',
    'This server does not answer for mailstop:8025, only for localhost: PUBLIC_URL names another.',
  ],
  [
    'http://localhost:8025',
    [],
    '<b>',
    'This server does not answer for this name, only for localhost: PUBLIC_URL names another.',
  ],
  [
    'https://mail.example.com',
    [],
    'other.example.com',
    'This server answers only for the host name of PUBLIC_URL.',
  ],
])(
  'a server at %s, for the open hosts %j, refuses %s and says so',
  (url, openHosts, host, sentence) => {
    const hosts = createHosts(new URL(url), openHosts)
    expect(hosts.hostAllowed(host)).toBe(false)
    expect(hosts.wrongHost(host)).toMatchObject({ code: 'wrong_host', message: sentence })
  },
)
