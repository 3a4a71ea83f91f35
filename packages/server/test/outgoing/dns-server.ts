import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { decode, encode, TRUNCATED_RESPONSE, type Answer, type Packet } from 'dns-packet'
import { onTestFinished } from 'vitest'

type Asked = { name: string; type: string }
export type DnsAnswer = Omit<Extract<Answer, { data: unknown }>, 'name'> | 'silent' | 'not_found'

/** What a reply by UDP may have without an extension of the protocol. */
const mostByUdp = 512

/** A name server of 127.0.0.1, by UDP and by TCP, that answers as `answer` says until the test ends. */
export async function startDnsServer(
  answer: (asked: Asked) => DnsAnswer[] | 'silent' | 'not_found',
) {
  const asked: string[] = []
  const udp = createSocket('udp4')

  function replyTo(message: Buffer): Buffer | null {
    const { id = 0, questions = [] } = decode(message)
    const [{ name, type } = { name: '', type: 'A' as const }] = questions
    const found = answer({ name: name.toLowerCase(), type })
    if (found === 'silent') return null
    const answers =
      found === 'not_found' ? [] : found.map((each) => ({ ...(each as object), name }))
    const flags = found === 'not_found' ? 3 : 0
    return encode({ type: 'response', id, flags, questions, answers } as Packet)
  }

  udp.on('message', (message, { port, address }) => {
    const { questions = [], id = 0 } = decode(message)
    asked.push(...questions.map(({ name, type }) => `${type} ${name.toLowerCase()}`))
    const reply = replyTo(message)
    if (reply === null) return
    const isLong = reply.length > mostByUdp
    const cut = { type: 'response', id, flags: TRUNCATED_RESPONSE, questions } as Packet
    udp.send(isLong ? encode(cut) : reply, port, address)
  })
  const tcp = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const reply = replyTo(data.subarray(2))
      if (reply === null) return
      const length = Buffer.alloc(2)
      length.writeUInt16BE(reply.length)
      socket.write(Buffer.concat([length, reply]))
    })
  }).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  // Ports of connections that go out are TCP's, so that its free port is hardly ever taken for UDP.
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  onTestFinished(async () => {
    await new Promise<void>((done) => udp.close(() => done()))
    tcp.close()
  })
  return { server: `127.0.0.1:${port}`, asked }
}
