import { connect } from 'node:net'

/** Sends a head as it is, which may be one that no client would send, and returns the status of the answer. */
export function statusOf(port: number, head: string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect({ host: '127.0.0.1', port })
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
    if (status === undefined) return
    resolve(Number(status))
    socket.destroy()
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error(`No answer, but: ${text}`)))
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return promise
}
