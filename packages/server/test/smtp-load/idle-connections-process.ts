import { connect } from 'node:net'

/** Connections that have said EHLO, and then nothing. */
const { port, count } = JSON.parse(process.argv[2] ?? '{}') as { port: number; count: number }

let greeted = 0
let opened = 0
const atOnce = 200

for (let index = 0; index < atOnce; index += 1) open()

function open(): void {
  if (opened === count) return
  opened += 1
  const socket = connect({ host: '127.0.0.1', port })
  let said = false
  socket.on('data', (bytes: Buffer) => {
    if (!said) {
      said = true
      socket.write('EHLO idle.test\r\n')
    } else if (bytes.toString('latin1').includes('250 HELP')) {
      greeted += 1
      open()
      if (greeted === count) process.send?.('ready')
    }
  })
  socket.on('error', (error) => {
    throw error
  })
}
