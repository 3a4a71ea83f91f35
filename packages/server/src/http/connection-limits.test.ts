import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections } from './connection-limits.ts'

/** Requests are answered when the test says so. */
async function serve(limits: Parameters<typeof limitConnections>[1]) {
  const answers: (() => void)[] = []
  const server = createServer((_request, response) => {
    answers.push(() => response.end('answer'))
  })
  limitConnections(server, limits)
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  async function open(localAddress = '127.0.0.1'): Promise<Socket> {
    const accepted = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await accepted
    return socket
  }
  const waiting = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => (answers.length >= count ? resolve() : setImmediate(look))
      look()
    })
  return { open, answers, waiting }
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('a connection has so many requests under way and no more', async () => {
  const { open, answers, waiting } = await serve({ requestsAtOnce: 3 })
  const patient = await open()
  patient.write(get.repeat(3))
  await waiting(3)
  for (const answer of answers.splice(0)) answer()
  await once(patient, 'data')
  patient.write(get)
  await waiting(1)
  const greedy = await open()
  const ended = once(greedy, 'close')
  greedy.write(get.repeat(1_000))
  await ended
  expect(patient.destroyed).toBe(false)
})

test('an idle connection of the address that has most makes way for the next', async () => {
  const { open, waiting } = await serve({ connections: 4 })
  const busy = await open()
  busy.write(get)
  await waiting(1)
  const idle = [await open(), await open()]
  const alone = await open('127.0.0.2')
  const ended = once(idle[0] as Socket, 'close')
  await open('127.0.0.3')
  await ended
  expect([busy, idle[1], alone].map((socket) => socket?.destroyed)).toEqual([false, false, false])
})

test('an address whose connections are all in use does not keep others out', async () => {
  const { open, waiting } = await serve({ connections: 4 })
  const holding = [await open(), await open(), await open()]
  for (const socket of holding) socket.write(get)
  await waiting(3)
  const idle = await open('127.0.0.2')
  const ended = once(idle, 'close')
  const next = await open('127.0.0.3')
  await ended
  expect([...holding, next].map((socket) => socket.destroyed)).toEqual([false, false, false, false])
})

test('where all are in use, the next is refused', async () => {
  const { open, waiting } = await serve({ connections: 2 })
  const busy = [await open(), await open()]
  for (const socket of busy) socket.write(get)
  await waiting(2)
  const late = await open('127.0.0.2')
  if (!late.destroyed) await once(late, 'close')
  expect(busy.map((socket) => socket.destroyed)).toEqual([false, false])
})
