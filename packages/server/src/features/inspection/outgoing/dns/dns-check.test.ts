import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  authentication,
  checkAuthentication,
  getOutgoingChecks,
  listMails,
} from '@mailstop/contract'
import { dkimSign } from 'mailauth'
import { describe, expect, test } from 'vitest'
import { sendMail } from '../../../../../test/clients/send-mail.ts'
import { authenticate } from '../../../../egress/dns/dns-worker.ts'
import { startDnsServer } from '../../../../../test/outgoing/dns-server.ts'
import { startApp } from '../../../../../test/support/harness.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const plain = [
  'From: Rocket <app@rocket.test>',
  'To: you@customer.test',
  'Subject: Welcome',
  'Date: Fri, 27 Nov 2026 03:00:00 +0000',
  'Message-ID: <1@rocket.test>',
  '',
  'Hello',
  '',
].join('\r\n')

async function signed(source = plain): Promise<string> {
  const key = { signingDomain: 'rocket.test', selector: 's1', privateKey }
  const { signatures } = await dkimSign(source, {
    ...key,
    signatureData: [key],
    signTime: new Date(),
  })
  return signatures + source
}

type Records = Record<string, string | string[]>

/** The records of a domain that is set up well. */
const well: Records = {
  'TXT rocket.test': ['v=spf1 ip4:192.0.2.10 include:_spf.relay.test -all', 'other=1'],
  'TXT _spf.relay.test': 'v=spf1 ip4:198.51.100.0/24 -all',
  'TXT s1._domainkey.rocket.test': `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`,
  'TXT _dmarc.rocket.test': 'v=DMARC1; p=reject; rua=mailto:dmarc@rocket.test',
  'MX rocket.test': 'mx.rocket.test',
}

type Setup = { records?: Records; source?: string; from?: string; silent?: boolean }

/** A name server of our own that has these records. */
const serveRecords = ({ records = well, silent }: Setup) =>
  startDnsServer(({ name, type }) => {
    if (silent) return 'silent'
    const found = records[`${type} ${name}`]
    if (found === undefined) return 'not_found'
    const data = [found].flat()
    if (type === 'MX') return data.map((exchange) => ({ type, data: { exchange, preference: 10 } }))
    // A string of DNS has at most 255 bytes.
    return data.map((text) => ({ type: 'TXT', data: text.match(/[^]{1,255}/g) ?? [''] }))
  })

/** What the check says of a mail, without the thread in which it runs. */
async function check(setup: Setup, ip: string | null = null) {
  const { source, from = 'bounce@rocket.test' } = setup
  const { server, asked } = await serveRecords(setup)
  const mail = Buffer.from(source ?? (await signed()))
  const found = await authenticate(mail, { ip, sender: from, servers: [server] })
  // Types of the library promise more than it keeps.
  return { found: authentication.parse(found), asked }
}

const rulesOf = ({ findings }: { findings: { rule: string }[] }) => findings.map(({ rule }) => rule)

test('of a mail that is signed and sent as its domain says, everything passes', async () => {
  const { server, asked } = await serveRecords({})
  const running = await startApp({ DNS_CHECKS: 'on', DNS_SERVERS: server })
  const { api, team } = await running.signIn('ada')
  const envelope = { from: 'bounce@rocket.test', to: 'you@customer.test' }
  await sendMail(running.smtpPort, team, { envelope, raw: await signed() })
  const { data: mails } = await api.must(listMails, { params: { team: String(team.id) } })
  const params = { team: String(team.id), mail: String(mails[0]?.id) }
  expect(asked).toEqual([])
  const { data: found } = await api.must(checkAuthentication, {
    params,
    body: { ip: '192.0.2.10' },
  })
  expect(found).toMatchObject({
    ip: '192.0.2.10',
    spf: { result: 'pass', domain: 'rocket.test', lookups: 1, aligned: true },
    dkim: [
      { domain: 'rocket.test', selector: 's1', result: 'pass', key_bits: 2048, aligned: true },
    ],
    dmarc: { result: 'pass', domain: 'rocket.test', policy: 'reject' },
    arc: null,
    findings: [],
  })
  expect(found.spf.record).toBe('v=spf1 ip4:192.0.2.10 include:_spf.relay.test -all')
  expect(found.records).toContainEqual({
    name: 'rocket.test',
    type: 'MX',
    values: ['10 mx.rocket.test'],
    problem: null,
  })
  // Also whether a domain above has a policy (RFC 9989 section 4.10).
  expect(asked.toSorted()).toEqual([...Object.keys(well), 'TXT _dmarc.test'].toSorted())
})

test.each([
  ['198.51.100.7', 'pass'],
  ['203.0.113.1', 'fail'],
  ['2001:db8::1', 'fail'],
  [null, null],
])('SPF of the address %s: %s', async (ip, result) => {
  const { found } = await check({}, ip)
  expect([found.ip, found.spf.result]).toEqual([ip, result])
})

test.each(['From', 'Subject', 'Date', 'To'])(
  'a signature does not hold when the field %s was changed',
  async (field) => {
    const source = (await signed()).replace(new RegExp(`^${field}: `, 'm'), `${field}: x`)
    const { found } = await check({ source }, '203.0.113.1')
    expect(found).toMatchObject({ dkim: [{ result: 'fail' }], dmarc: { result: 'fail' } })
  },
)

test('a name server that does not answer leaves the body checked, within five seconds', async () => {
  const source = `${await signed()}more\r\n`
  const { found } = await check({ silent: true, source }, '192.0.2.10')
  expect(found).toMatchObject({ spf: { result: 'temperror' }, dmarc: { result: 'temperror' } })
  expect(found.dkim[0]?.comment).toMatch(/body hash/)
  expect(found.records.map(({ problem }) => problem)).not.toContain(null)
})

test.each<[string, Setup]>([
  ['nothing', { source: '\r\n', from: '' }],
  ['no From', { source: 'Subject: Hello\r\n\r\nHello\r\n' }],
  ['two of From', { source: `From: eve@other.test\r\n${plain}` }],
  ['a From that is no address', { source: 'From: Rocket\r\n\r\n', from: 'rocket' }],
  [
    'a From that DNS cannot have',
    { source: `From: a@${'x'.repeat(64)}..test\r\n\r\n`, from: 'a@[1.2.3.4]' },
  ],
  ['a bounce', { from: '' }],
  ['no records', { records: {} }],
  [
    'records that say nothing',
    { records: { 'TXT _dmarc.rocket.test': 'v=DMARC1', 'TXT rocket.test': 'v=spf1' } },
  ],
  [
    'signatures and seals of nobody',
    {
      source: `DKIM-Signature: v=1; a=none\r\nARC-Seal: i=1; cv=none\r\nDKIM-Signature:\r\n${plain}`,
    },
  ],
])('of a mail with %s is said what can be said', async (_name, setup) => {
  for (const ip of [null, '192.0.2.10']) {
    const { found } = await check(setup, ip)
    expect(['none', 'fail', 'pass', 'permerror']).toContain(found.dmarc.result)
  }
})

describe('records that are not as they should be', () => {
  const having = (changed: Records) => ({ records: { ...well, ...changed } })
  const without = (...names: string[]) => ({
    records: Object.fromEntries(Object.entries(well).filter(([name]) => !names.includes(name))),
  })
  const includes = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `TXT ${index === 0 ? 'rocket.test' : `${index}.test`}`,
        `v=spf1 include:${index + 1}.test -all`,
      ]),
    )

  test.each<[string, Setup, string[]]>([
    ['no SPF', without('TXT rocket.test'), ['dns.spf-missing']],
    [
      'two of SPF',
      having({ 'TXT rocket.test': ['v=spf1 -all', 'v=spf1 ?all'] }),
      ['dns.spf-several'],
    ],
    ['+all', having({ 'TXT rocket.test': 'v=spf1 +all' }), ['dns.spf-allows-all']],
    ['all alone', having({ 'TXT rocket.test': 'v=spf1 all' }), ['dns.spf-allows-all']],
    [
      'includes in a loop',
      having({ 'TXT rocket.test': 'v=spf1 include:rocket.test -all' }),
      ['dns.spf-lookups'],
    ],
    ['eleven includes', having(includes(12)), ['dns.spf-lookups']],
    ['ten includes', having({ ...includes(10), 'TXT 10.test': 'v=spf1 -all' }), []],
    ['no DMARC', without('TXT _dmarc.rocket.test'), ['dns.dmarc-missing']],
    [
      'p=none',
      having({ 'TXT _dmarc.rocket.test': 'v=DMARC1; p=none; rua=mailto:a@b.test' }),
      ['dns.dmarc-observes'],
    ],
    [
      'pct=5',
      having({ 'TXT _dmarc.rocket.test': 'v=DMARC1; p=reject; pct=5; rua=mailto:a@b.test' }),
      ['dns.dmarc-share'],
    ],
    [
      'no reports',
      having({ 'TXT _dmarc.rocket.test': 'v=DMARC1; p=reject' }),
      ['dns.dmarc-no-reports'],
    ],
    ['no MX', without('MX rocket.test'), ['dns.mx-missing']],
  ])('%s', async (_name, setup, rules) => {
    const { found } = await check(setup)
    expect(rulesOf(found)).toEqual(rules)
  })

  test.each([
    [512, 'dns.dkim-key-weak'],
    [1_024, 'dns.dkim-key-short'],
  ])('a key of %d bits', async (modulusLength, rule) => {
    const weak = generateKeyPairSync('rsa', {
      modulusLength,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const p = weak.publicKey.toString('base64')
    const { found } = await check(having({ 'TXT s1._domainkey.rocket.test': `v=DKIM1; p=${p}` }))
    expect(rulesOf(found)).toEqual([rule])
  })

  test('a text of 64 KB is taken for what it is, and shown cut', async () => {
    const long = 'x'.repeat(60_000)
    const { found } = await check(having({ 'TXT rocket.test': ['v=spf1 -all', long] }))
    expect(found.spf.record).toBe('v=spf1 -all')
    const { values = [] } =
      found.records.find(({ name, type }) => name === 'rocket.test' && type === 'TXT') ?? {}
    expect(values.map(({ length }) => length)).toEqual(expect.arrayContaining([1_000, 11]))
  })

  test('at most forty questions are asked, whatever a mail asks for', async () => {
    const bodyHash = createHash('sha256').update('Hello\r\n').digest('base64')
    const signatures = Array.from(
      { length: 200 },
      (_, index) =>
        `DKIM-Signature: v=1; a=rsa-sha256; d=${index}.test; s=a; c=relaxed/relaxed; h=From; bh=${bodyHash}; b=AAAA\r\n`,
    )
    const { found, asked } = await check({ source: signatures.join('') + plain }, '192.0.2.10')
    expect(asked.length).toBeLessThanOrEqual(40)
    expect(found.dkim).toHaveLength(20)
    expect(rulesOf(found)).toContain('dns.too-many-questions')
  })
})

test('without the choice of the operator DNS is not asked', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  await sendMail(running.smtpPort, team, { subject: 'Hello', text: 'Hello' })
  const { data: mails } = await api.must(listMails, { params: { team: String(team.id) } })
  const params = { team: String(team.id), mail: String(mails[0]?.id) }
  const answer = await api.call(checkAuthentication, { params, body: {} })
  expect(answer).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('DNS_CHECKS') },
  })
  const off = { spam_check: 'off', link_checks: false, dns_checks: false }
  expect((await api.must(getOutgoingChecks, {})).data).toEqual(off)
})
