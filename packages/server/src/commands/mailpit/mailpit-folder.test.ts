import { expect, test } from 'vitest'
import { isMounted, keptFolder } from './mailpit-folder.ts'

const digits = 'ab12'.repeat(16)
const row = (root: string, at: string) =>
  `36 35 8:1 ${root} ${at} rw,noatime master:1 - ext4 /dev/root rw`

test.each([
  ['a folder of the host', row('/home/ada/mail', '/data'), true],
  ['a volume with a name', row('/var/lib/docker/volumes/shop_mail/_data', '/data'), true],
  ['a volume that the engine made', row(`/docker/volumes/${digits}/_data`, '/data'), false],
  ['a folder below it', row('/home/ada/mail', '/data/mail'), false],
  ['no mount', row('/', '/'), false],
  ['a system without the table', '', false],
])('with %s, mail in /data is kept or not', (_, table, isKept) => {
  expect(isMounted('/data', table)).toBe(isKept)
})

test.each([
  ['/srv/mail', undefined, '/srv/mail'],
  ['/srv/mail', '/data', '/srv/mail'],
  [undefined, '/home/ada/mail', '/home/ada/mail'],
  [undefined, '/data', null],
  [undefined, undefined, null],
])('with the database in %s and DATA_DIR=%s, mail is in %s', (named, own, folder) => {
  expect(keptFolder(named, own)).toBe(folder)
})
