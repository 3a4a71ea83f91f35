import { connect } from 'node:net'

/** Pours as many bytes as it can, up to `total`, and says how many went before it was cut off. */
const { port, start, piece, total } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number
  start: string
  piece: string
  total: number
}
const chunk = Buffer.alloc(1024 * 1024 - ((1024 * 1024) % piece.length), piece)
const startedAt = performance.now()
const socket = connect({ host: '127.0.0.1', port })
let poured = 0

socket.on('connect', () => {
  socket.write(start)
  pour()
})
socket.on('drain', pour)
socket.resume()
socket.on('error', () => {})
socket.on('close', () => {
  process.send?.({
    sent: socket.bytesWritten - socket.writableLength,
    ms: performance.now() - startedAt,
  })
})

function pour(): void {
  while (poured < total) {
    poured += chunk.length
    if (!socket.write(chunk)) return
  }
  socket.end()
}
