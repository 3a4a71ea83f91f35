import { get } from 'node:http'
import { connect } from 'node:net'

export function isOpen(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).then((open) => {
    socket.destroy()
    return open === true
  })
}

/** Whether a GET of the path is answered with 200 within two seconds. */
export function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port, path, agent: false, timeout: 2_000 },
      (reply) => {
        reply.resume()
        resolve(reply.statusCode === 200)
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
