import { createServer } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
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

test('after an answer that did not wait for it, the rest of a body comes in time or the connection ends', async () => {
  const server = createServer((_request, response) => response.writeHead(401).end())
  limitUnreadBodies(server, 100)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const request = (body: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n${body}`
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  socket.write(request('abcd'))
  socket.write(request('abc'))
  const closed = once(socket, 'close')
  const dribble = setInterval(() => socket.write(''), 20)
  await closed
  clearInterval(dribble)
  expect(heard.match(/401/g)).toHaveLength(2)
})
