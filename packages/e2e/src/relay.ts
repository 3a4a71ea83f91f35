import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A mail that the product sent: its recipient and its source. */
export type Relayed = { to: string[]; source: string }

/** A mail server through which the product sends. It keeps the mails that it accepts. */
export type Relay = {
  /** The value for MAIL_URL. */
  readonly url: string
  /** The mails for an address, the oldest first. */
  mailsFor: (address: string) => Relayed[]
  /** Waits for a mail to an address with a link to `page`, and returns the last such link. */
  linkFor: (address: string, page: string) => Promise<string>
  /** Refuses an address permanently from now on. */
  refuse: (address: string) => void
  close: () => Promise<void>
}

export async function startRelay(): Promise<Relay> {
  const taken: Relayed[] = []
  const refused = new Set<string>()
  const news = new EventTarget()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that goes away ends its own session.
    socket.on('error', () => socket.destroy())
    serve(socket, refused, (mail) => {
      taken.push(mail)
      news.dispatchEvent(new Event('mail'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const mailsFor = (recipient: string) => taken.filter(({ to }) => to.includes(recipient))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mailsFor,
    async linkFor(recipient, page) {
      for (;;) {
        const found = mailsFor(recipient).map(({ source }) => linkIn(source, page))
        const link = found.findLast((url) => url !== undefined)
        if (link !== undefined) return link
        await once(news, 'mail')
      }
    },
    refuse: (recipient) => void refused.add(recipient),
    async close() {
      for (const socket of sockets) socket.destroy()
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

/** The parts of a mail are quoted-printable, which folds a link and escapes its `=`. */
function linkIn(source: string, page: string): string | undefined {
  const text = source.replaceAll('=\n', '').replaceAll('=3D', '=')
  return new RegExp(`http:\\S+/${page}[^\\s"<]+`).exec(text)?.[0]
}

function serve(
  socket: Socket,
  refused: ReadonlySet<string>,
  onMail: (mail: Relayed) => void,
): void {
  let to: string[] = []
  let content: string[] | null = null
  let rest = ''
  const reply = (text: string) => socket.write(`${text}\r\n`)

  function command(line: string) {
    const [verb = ''] = line.toUpperCase().split(/[ :]/, 1)
    if (verb === 'QUIT') socket.end('221 Bye\r\n')
    else if (verb === 'DATA') {
      content = []
      reply('354 Go on')
    } else if (verb === 'RCPT') {
      const recipient = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (refused.has(recipient)) reply(`550 5.1.1 <${recipient}>: no such user`)
      else {
        to.push(recipient)
        reply('250 2.1.5 Ok')
      }
    } else {
      if (verb === 'MAIL' || verb === 'RSET') to = []
      reply('250 Ok')
    }
  }

  function data(line: string, lines: string[]) {
    if (line !== '.') {
      lines.push(line.startsWith('.') ? line.slice(1) : line)
      return
    }
    onMail({ to, source: lines.join('\n') })
    content = null
    to = []
    reply('250 2.0.0 Ok: queued as 4F2A81')
  }

  reply('220 relay.test ESMTP')
  socket.on('data', (bytes) => {
    const lines = (rest + bytes.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (content === null) command(line)
      else data(line, content)
    }
  })
}
