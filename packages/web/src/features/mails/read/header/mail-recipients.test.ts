import { expect, test } from 'vitest'
import { unusualAddresses } from './mail-recipients.tsx'

test('addresses of the envelope that other servers may refuse are unusual', () => {
  const usual = [
    'a@b.test',
    'a.b@c.test',
    '"a..b"@c.test',
    'postmaster',
    'a@[IPv6:::1]',
    'ü@ü.test',
  ]
  const unusual = ['foo..bar@a.test', 'foo.@a.test', '.foo@a.test']
  const envelope = (from: string, to: string[]) => unusualAddresses({ envelope: { from, to } })
  expect(envelope('', usual)).toEqual([])
  expect(envelope('root', [...usual, ...unusual, ...unusual])).toEqual(['root', ...unusual])
})
