import { connect, type Socket } from 'node:net'

/** Clients that say a byte now and then, each for ever in one phase of a session. */
const { port, tlsPort, clients, everyMs } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number
  tlsPort: number
  clients: number
  everyMs: number
}
const login = `AUTH PLAIN ${Buffer.from('\0load\0load').toString('base64')}\r\n`
const opened = `EHLO slow\r\n${login}MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\n`

/** What is sent at once, how many replies it gets, and what then comes byte by byte. */
const phases: { tls?: boolean; start: string; replies: number; drip: string }[] = [
  { start: '', replies: 1, drip: '' },
  { start: '', replies: 1, drip: 'EHLO a-very-slow-client' },
  { start: 'EHLO slow\r\n', replies: 2, drip: 'STARTTLS' },
  { start: 'EHLO slow\r\nSTARTTLS\r\n', replies: 3, drip: '\u0016\u0003\u0001\u0002\0\u0001' },
  { tls: true, start: '', replies: 0, drip: '\u0016\u0003\u0001\u0002\0\u0001' },
  { start: 'EHLO slow\r\nAUTH LOGIN\r\n', replies: 3, drip: 'bG9hZGxvYWQ=' },
  { start: `EHLO slow\r\n${login}`, replies: 3, drip: 'MAIL FROM:<somebody@slow.test>' },
  { start: opened, replies: 5, drip: 'DATA' },
  { start: `${opened}DATA\r\n`, replies: 6, drip: 'Subject: slow\r\n' },
  { start: `${opened}BDAT 1000\r\n`, replies: 5, drip: 'Subject: slow\r\n' },
]

let ready = 0
let closed = 0

for (let index = 0; index < clients; index += 1) {
  const phase = phases[index % phases.length]
  if (phase) open(phase)
}

function open({ tls, start, replies, drip }: (typeof phases)[number]): void {
  const socket = connect({ host: '127.0.0.1', port: tls ? tlsPort : port })
  let read = 0
  let timer: NodeJS.Timeout | undefined
  socket.on('connect', () => {
    socket.write(start)
    if (replies === 0) timer = beginToDrip(socket, drip)
  })
  socket.on('data', (bytes: Buffer) => {
    if (timer) return
    read += bytes.toString('latin1').match(/^\d{3} .*\r$/gm)?.length ?? 0
    if (read >= replies) timer = beginToDrip(socket, drip)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(timer)
    closed += 1
    if (closed === clients) process.send?.('closed')
  })
}

function beginToDrip(socket: Socket, drip: string): NodeJS.Timeout {
  ready += 1
  if (ready === clients) process.send?.('ready')
  let at = 0
  return setInterval(() => {
    socket.write(drip.charAt(at % Math.max(1, drip.length)), 'latin1')
    at += 1
  }, everyMs)
}
