import { expect, test } from 'vitest'
import { fitsHash, hashPassword } from './password-hash.ts'

/** Made by the package @node-rs/argon2 2.2.1, whose hashes are in stores that exist. */
const hashesOfThePackage: [password: string, hash: string][] = [
  [
    'correct horse battery staple',
    '$argon2id$v=19$m=19456,t=2,p=1$6rVUSBy/4S0C5X96M+DLng$AFH6Kk6fEC8C7ODIWTXlxRt0nz7u7IwIPO0OKeg48Xk',
  ],
  [
    '',
    '$argon2id$v=19$m=64,t=1,p=1$d24hdFf710LUXPnvAx1UTQ$SxzXIrKWtfabrshnWvQypnpYg4GcL1Fg36hBDh1kNlY',
  ],
  [
    'p4ss',
    '$argon2id$v=19$m=65536,t=3,p=4$hR42vYB8FQQ1H/QfrdSeEA$GN+x6tYDbJmF+9tvwsvh4+oNwuj18SKAVM65rP4s/zQ',
  ],
  [
    'Grüße, 世界 🎉',
    '$argon2id$v=19$m=256,t=5,p=2$DnkPzidR12qjuTjHbBWErA$9IH7GhnyzkmuHhxLDguuppfo12CBAY2nfkd1ZJtLJp4',
  ],
  [
    'x'.repeat(200),
    '$argon2id$v=19$m=8,t=1,p=1$1WjhxlshzLQ6Pv85RxSQwA$/mrz0VXmZR2kFTlVHq1X/cEO2e9Pfx2/4ZMLLU34BhU',
  ],
  ['short', '$argon2id$v=19$m=64,t=1,p=1$GbdqQLZRTh2t+8paoADnsQ$I+mhXYD2pq8Oc38y1J4/BA'],
]

test.each(hashesOfThePackage)('a hash that another library made fits %j alone', async (...pair) => {
  const [password, hash] = pair
  expect(await fitsHash(hash, password)).toBe(true)
  expect(await fitsHash(hash, `${password} `)).toBe(false)
})

const salt = 'GbdqQLZRTh2t+8paoADnsQ'
const tag = 'I+mhXYD2pq8Oc38y1J4/BA'

test.each([
  ['nothing', ''],
  ['a password in plain text', 'short'],
  ['another algorithm', `$argon2i$v=19$m=64,t=1,p=1$${salt}$${tag}`],
  ['bcrypt', '$2b$12$abcdefghijklmnopqrstuuAhYc8m6h8Zc4Zr4Zr4Zr4Zr4Zr4Zr4Z'],
  ['another version', `$argon2id$v=16$m=64,t=1,p=1$${salt}$${tag}`],
  ['no version', `$argon2id$m=64,t=1,p=1$${salt}$${tag}`],
  ['no salt', `$argon2id$v=19$m=64,t=1,p=1$$${tag}`],
  ['a short salt', `$argon2id$v=19$m=64,t=1,p=1$Gbdq$${tag}`],
  ['no tag', `$argon2id$v=19$m=64,t=1,p=1$${salt}$`],
  ['a tag that was cut', `$argon2id$v=19$m=64,t=1,p=1$${salt}$I+mh`],
  ['a length that base64 does not have', `$argon2id$v=19$m=64,t=1,p=1$${salt}$${tag}AAA`],
  ['padding', `$argon2id$v=19$m=64,t=1,p=1$${salt}==$${tag}==`],
  ['text after the tag', `$argon2id$v=19$m=64,t=1,p=1$${salt}$${tag}\n`],
  ['less memory than its lanes need', `$argon2id$v=19$m=64,t=1,p=9$${salt}$${tag}`],
  ['no passes', `$argon2id$v=19$m=64,t=0,p=1$${salt}$${tag}`],
  ['four terabytes of memory', `$argon2id$v=19$m=4294967295,t=1,p=1$${salt}$${tag}`],
  ['an endless number of passes', `$argon2id$v=19$m=64,t=4294967295,p=1$${salt}$${tag}`],
])('a stored text with %s fits no password', async (_, stored) => {
  expect(await fitsHash(stored, 'short')).toBe(false)
})

test('the same password has another salt each time', async () => {
  const cost = { memoryKb: 64, passes: 1, lanes: 1 }
  const [first, second] = [await hashPassword('x', cost), await hashPassword('x', cost)]
  expect(first).not.toBe(second)
  expect(await fitsHash(first, 'x')).toBe(true)
})
