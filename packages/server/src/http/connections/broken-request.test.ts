import { createServer } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { limitBodyTime, limitUnreadBodies } from './broken-request.ts'

/** What a client hears until the server hangs up, or answers. */
async function ask(body: string, ms: number): Promise<string> {
  const server = createServer((request, response) => {
    limitBodyTime(request, ms)
    request.resume().on('end', () => response.end('taken'))
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\n${body}`,
  )
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  await once(socket, 'close')
  return heard
}

test('a body that does not come in time ends its connection', async () => {
  expect(await ask('abc', 20)).toMatch(/^HTTP\/1.1 400 /)
})

test('a body that comes in time is read', async () => {
  expect(await ask('abcd', 5_000)).toMatch(/taken$/)
})

/** Requests that are refused before their bodies are read; what the client hears, and whether it was hung up on. */
async function refused(pieces: readonly string[], { ms, gap }: { ms: number; gap: number }) {
  const server = createServer((_request, response) => response.writeHead(401).end())
  limitUnreadBodies(server, ms)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  socket.on('error', () => {})
  for (const piece of pieces) {
    if (!socket.writable) break
    socket.write(piece)
    await setTimeout(gap)
  }
  await setTimeout(ms)
  return { answers: heard.match(/ 401 /g)?.length, isOpen: !socket.destroyed }
}

const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

test('the rest of a body that comes byte by byte after a refusal ends the connection', async () => {
  const pieces = [head(100), ...Array.from({ length: 8 }, () => 'x')]
  expect(await refused(pieces, { ms: 100, gap: 50 })).toEqual({ answers: 1, isOpen: false })
})

test('a connection goes on where the rest of a refused body comes in time', async () => {
  const pieces = [`${head(4)}ab`, `cd${head(4)}ab`, 'cd', head(0)]
  expect(await refused(pieces, { ms: 1_500, gap: 20 })).toEqual({ answers: 3, isOpen: true })
})
