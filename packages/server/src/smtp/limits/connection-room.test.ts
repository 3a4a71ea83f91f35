import { expect, test } from 'vitest'
import { createConnectionRoom } from './connection-room.ts'
import { replies } from '../session/replies.ts'

/** Connections by their names; the first letter of a name is its address. */
function room(connections: number, connectionsPerAddress = 10) {
  let clock = 0
  const ended: string[] = []
  const limits = { connections, connectionsPerAddress, strangerGraceMs: 5 }
  const end = (name: string) => {
    ended.push(name)
    all.leave(origin(name), name)
  }
  const all = createConnectionRoom<string>({
    limits,
    elapsed: () => clock,
    makeWay: end,
    endOfMost: end,
  })
  const origin = (name: string) => ({ group: name.slice(0, 1), isProxy: name.startsWith('p') })
  function enter(name: string, user?: string): string | null {
    const why = all.whyNone(origin(name))
    if (why === null) all.enter(origin(name), name)
    if (why === null && user !== undefined) logIn(name, user)
    return why
  }
  const logIn = (name: string, user: string) => all.isKnown(origin(name), name, user)
  return { enter, logIn, ended, wait: () => (clock += 10), leave: end }
}

test('a user from many addresses does not close SMTP to others', () => {
  const { enter, ended } = room(4)
  for (const name of ['a1', 'b1', 'c1', 'd1']) enter(name, 'eve')
  expect(enter('x1', 'ann')).toBeNull()
  expect(enter('y1', 'ann')).toBeNull()
  expect(enter('z1', 'bob')).toBeNull()
  expect(ended).toEqual(['a1', 'b1', 'c1'])
})

test('nor does an address', () => {
  const { enter, ended } = room(4)
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name)
  expect(enter('b1')).toBeNull()
  expect(enter('a5')).toBe(replies.tooManyConnections)
  expect(ended).toEqual(['a1'])
})

test('strangers make way first', () => {
  const { enter, ended, wait } = room(4)
  for (const name of ['a1', 'a2', 'a3']) enter(name, 'eve')
  enter('s1')
  wait()
  expect(enter('x1')).toBeNull()
  expect(ended).toEqual(['s1'])
})

test.each(['g', 'p'])('a connection that closed while it logged in counts no more: %s', (from) => {
  const { enter, logIn, leave, ended } = room(4)
  for (const name of ['1', '2', '3', '4', '5']) {
    enter(from + name)
    leave(from + name)
    logIn(from + name, 'ghost')
  }
  ended.length = 0
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, 'eve')
  expect(enter('x1', 'ann')).toBeNull()
  expect(ended).toEqual(['a1'])
})
