import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { errorCodes, type ErrorBody } from '@mailstop/contract'

export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = errorCodes.bad_request
  const body = JSON.stringify({ code: 'bad_request', message } satisfies ErrorBody)
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/**
 * Hangs up on a request whose body is not there in time. Node's own `requestTimeout` is one for all
 * requests, and an upload may take longer than the rest.
 */
export function limitBodyTime(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return
    answerBrokenRequest(new Error('The body came too slowly'), request.socket)
  }, ms).unref()
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
}

/** Hangs up where the rest of a body does not follow in time after an answer that did not wait for it, such as a refusal. */
export function limitUnreadBodies(server: Server, ms: number): void {
  const timers = new WeakMap<Socket, NodeJS.Timeout>()
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return
      const { socket } = request
      const before = timers.get(socket)
      if (before) clearTimeout(before)
      else socket.once('close', () => clearTimeout(timers.get(socket)))
      const end = () => void (request.complete || socket.destroy())
      timers.set(socket, setTimeout(end, ms).unref())
    })
  })
}
