import { expect, onTestFinished, test } from 'vitest'
import { readCookie, writeCookie } from '../api/cookies.ts'
import { signInPath } from '../sign-in.ts'
import { readStored, store } from '../stored.ts'
import { fullPath, fullUrl, isBelowBase } from './base-path.ts'

function openBelow(path: string, address: string) {
  document.documentElement.dataset['base'] = path
  window.history.replaceState(null, '', address)
  onTestFinished(() => {
    delete document.documentElement.dataset['base']
    window.history.replaceState(null, '', '/')
  })
}

test('below a path, addresses, cookies and storage have it', () => {
  openBelow('/tools/mail', '/tools/mail/inbox')
  expect(fullPath('/api/teams')).toBe('/tools/mail/api/teams')
  expect(fullUrl('/mcp')).toBe(`${location.origin}/tools/mail/mcp`)
  expect(fullUrl()).toBe(`${location.origin}/tools/mail`)
  expect(signInPath('/inbox')).toBe('/tools/mail/auth/oidc?redirect=%2Finbox')
  store('sidebar', 'false')
  expect(localStorage.getItem('sidebar~tools~mail')).toBe('false')
  expect(readStored('sidebar')).toBe('false')
  writeCookie('sidebar:state', 'a b', 60)
  expect(document.cookie).toContain('sidebar:state~tools~mail=a%20b')
  expect(readCookie('sidebar:state')).toBe('a b')
})

test.each([
  ['/mail', '/mail', true],
  ['/mail', '/mail/inbox?q=1', true],
  ['/mail', '/mailbox', false],
  ['/mail', '/inbox', false],
  ['', '/inbox', true],
])('of a server below %j, %s is its page: %j', (path, address, isIt) => {
  openBelow(path, address)
  expect(isBelowBase()).toBe(isIt)
})
