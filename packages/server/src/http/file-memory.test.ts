import { expect, test } from 'vitest'
import { createFileMemory } from './file-memory.ts'

const small = { total: 100, perUser: 60 }
const refused = expect.objectContaining({ code: 'unavailable', retryAfter: expect.any(Number) })

test('a user has room for so much, and others for theirs', () => {
  const memory = createFileMemory(small)
  const [first, second] = [memory.open(1), memory.open(1)]
  first.hold(40)
  expect(() => second.hold(21)).toThrow(refused)
  expect(memory.held()).toBe(40)
  second.hold(20)
  memory.open(2).hold(40)
  expect(memory.held()).toBe(100)
  expect(() => memory.open(3).hold(1)).toThrow(refused)
})

test('what an answer held is free for others once, and wholly', () => {
  const memory = createFileMemory(small)
  const rooms = [1, 2, null].map((user) => memory.open(user))
  for (const room of rooms) room.hold(30)
  for (const room of [...rooms, ...rooms]) room.release()
  expect(memory.held()).toBe(0)
  memory.open(1).hold(60)
})

test('an answer that turns out smaller gives back the rest', () => {
  const memory = createFileMemory(small)
  const room = memory.open(1)
  room.hold(60)
  room.hold(10)
  expect(memory.held()).toBe(10)
  memory.open(1).hold(50)
})

test('a file larger than all there is goes alone', () => {
  const memory = createFileMemory(small)
  const large = memory.open(1)
  large.hold(500)
  expect(() => memory.open(2).hold(1)).toThrow(refused)
  large.release()
  const other = memory.open(2)
  other.hold(1)
  expect(() => large.hold(500)).toThrow(refused)
})
