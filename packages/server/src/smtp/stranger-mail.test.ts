import { describe, expect, test } from 'vitest'
import { codeOfAddress, createStrangerMail } from './stranger-mail.ts'

describe('the code of an address', () => {
  test.each([
    ['anything@k3v9m2p8.mail.example', 'k3v9m2p8'],
    ['a+run42@K3V9M2P8.Mail.Example', 'k3v9m2p8'],
    ['"a@b"@k3v9m2p8.mail.example', 'k3v9m2p8'],
    ['a@mail.example', null],
    ['a@.mail.example', null],
    ['a@k3v9m2p.mail.example', null],
    ['a@k3v9m2p8x.mail.example', null],
    ['a@k3v9m2p_.mail.example', null],
    ['a@deep.k3v9m2p8.mail.example', null],
    ['a@k3v9m2p8.mail.example.org', null],
    ['a@k3v9m2p8mail.example', null],
    ['a@k3v9m2p8.mail-example', null],
    ['"x@k3v9m2p8.mail.example"@b.test', null],
    ['a@[127.0.0.1]', null],
    ['postmaster', null],
    ['', null],
  ])('%j is %j', (address, code) => {
    expect(codeOfAddress(address, 'mail.example')).toBe(code)
  })

  test('stands before a domain of one label too', () => {
    expect(codeOfAddress('a@k3v9m2p8.localhost', 'localhost')).toBe('k3v9m2p8')
  })
})

const most = { connections: 10_000, strangers: 3, strangersPerAddress: 2 }

function start(limits = most) {
  const clock = { time: 0 }
  const ended: string[] = []
  const mail = createStrangerMail<string>({
    domain: 'mail.example',
    limits,
    elapsed: () => clock.time,
    makeWay: (connection) => ended.push(connection),
  })
  return { ...mail, clock, ended }
}

test('connections that send without a login are bounded, of one client and of all', () => {
  const { of, remove } = start()
  const maySend = (client: string, connection: string) => of(client, connection).maySend()
  expect([maySend('a', 'a1'), maySend('a', 'a2'), maySend('a', 'a3')]).toEqual([true, true, false])
  // One that sends goes on.
  expect(maySend('a', 'a1')).toBe(true)
  expect([maySend('b', 'b1'), maySend('c', 'c1')]).toEqual([true, false])
  remove('a1')
  remove('a1')
  expect([maySend('c', 'c1'), maySend('a', 'a3')]).toEqual([true, false])
})

test('where all are taken, a client that has had most for a while gives one up for one that has fewer', () => {
  const { of, clock, ended } = start({ ...most, strangers: 4 })
  const maySend = (client: string, connection: string) => of(client, connection).maySend()
  for (const name of ['a1', 'b1', 'a2', 'b2']) expect(maySend(name.charAt(0), name)).toBe(true)
  expect(maySend('c', 'c1')).toBe(false)
  clock.time += 30_000
  expect([maySend('c', 'c1'), maySend('c', 'c2'), maySend('d', 'd1')]).toEqual([true, false, true])
  expect(ended).toEqual(['a1', 'b1'])
  // All have one now.
  expect(maySend('e', 'e1')).toBe(false)
})

test('they are never more than half of all connections', () => {
  const { of } = start({ connections: 3, strangers: 1_000, strangersPerAddress: 50 })
  const admitted = ['a', 'b', 'c'].map((name) => of(name, name).maySend())
  expect(admitted).toEqual([true, true, false])
})

test('a client that sends too much takes nothing from others, and may send again after a while', () => {
  const { of, clock } = start()
  const flood = of('evil', 'e1')
  const taken = Array.from({ length: 2_000 }, () => flood.mayGet(1)).filter(Boolean).length
  expect(taken).toBe(500)
  expect(of('good', 'g1').mayGet(1)).toBe(true)
  clock.time += 1_000
  expect(Array.from({ length: 30 }, () => flood.mayGet(1)).filter(Boolean)).toHaveLength(20)
})

test('a team that many clients flood gets no more, and other teams get theirs', () => {
  const { of } = start()
  const from = (client: number) => of(`client ${client}`, `${client}`)
  const taken = Array.from({ length: 3_000 }, (_, at) => from(at % 300).mayGet(1)).filter(Boolean)
  expect(taken).toHaveLength(1_000)
  expect(from(0).mayGet(2)).toBe(true)
})
