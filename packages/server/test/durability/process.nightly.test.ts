import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getCsrfCookie, listSmtpSessions } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { createApiClient } from '../clients/api-client.ts'
import { listEveryMail, readSource } from './kept-mails.ts'
import { logIn, signUp, spawnProduct, startProduct } from './product-process.ts'
import { hashOf, uniqueMail } from './sent-mails.ts'
import { beginMail, connectAs, connectSmtp, queuedId } from './smtp-connection.ts'
import { newFolder } from '../support/new-folder.ts'

const options = { timeout: 60_000 }

test(
  'a second process on the same data folder is refused, and the first goes on',
  options,
  async () => {
    const dataDir = newFolder()
    const first = await startProduct(dataDir)
    const second = spawnProduct({ DATA_DIR: dataDir })
    expect(await second.exited).toMatchObject({ code: 1 })
    expect(second.output()).toContain(`The data folder ${dataDir} is in use by another process`)
    expect(second.output()).not.toMatch(/^\s+at /m)
    await createApiClient(first.origin).must(getCsrfCookie, {})
  },
)

test(
  'a mail that is being sent when the process is asked to stop is still kept',
  options,
  async () => {
    const dataDir = newFolder()
    const product = await startProduct(dataDir)
    const { team } = await signUp(product)
    const connection = await connectAs(product.smtpPort, team)
    expect(await beginMail(connection)).toMatch(/^354/)
    const { token, source } = uniqueMail(100_000)
    connection.socket.write(source.slice(0, 50_000))

    product.signal('SIGTERM')
    await product.line((text) => (text.includes('finishing what is under way') ? text : undefined))
    const id = queuedId(await connection.say(`${source.slice(50_000)}.\r\n`))
    expect(id).not.toBeNull()
    expect(await product.exited).toMatchObject({ code: 0 })

    const restarted = await startProduct(dataDir)
    const signedIn = await logIn(restarted)
    const [mail] = await listEveryMail(signedIn.api, signedIn.team)
    expect(mail).toMatchObject({ id, subject: token, size: source.length })
    const kept = await readSource(signedIn.api, signedIn.team, id as number)
    expect(hashOf(kept)).toBe(hashOf(source))
  },
)

test(
  'a session that ended without mail outlasts kill -9, and none that was under way is made up',
  options,
  async () => {
    const dataDir = newFolder()
    const product = await startProduct(dataDir)
    const { api, team } = await signUp(product)
    const params = { team: String(team.id) }
    const left = await connectAs(product.smtpPort, team)
    expect(await left.say('MAIL FROM:<a@b.test>\r\n')).toMatch(/^250/)
    left.close()
    const list = async (of = api) => (await of.must(listSmtpSessions, { params, query: {} })).data
    await expect.poll(() => list()).toMatchObject([{ failure: 'client_left' }])
    const [kept] = await list()
    const underWay = await connectAs(product.smtpPort, team)
    expect(await beginMail(underWay)).toMatch(/^354/)
    product.signal('SIGKILL')
    await product.exited

    const restarted = await startProduct(dataDir)
    const signedIn = await logIn(restarted)
    expect(await list(signedIn.api)).toEqual([kept])
  },
)

test(
  'a signal that comes twice, as to all of a service, is one; the next stops at once',
  options,
  async () => {
    const product = await startProduct(newFolder())
    const { team } = await signUp(product)
    const connection = await connectAs(product.smtpPort, team)
    expect(await beginMail(connection)).toMatch(/^354/)
    connection.socket.write('Subject: half a mail\r\n')

    product.signal('SIGTERM')
    product.signal('SIGTERM')
    await product.line((text) => (text.includes('finishing what is under way') ? text : undefined))
    product.signal('SIGINT')
    await delay(1_200)
    expect(product.output()).not.toContain('Stopped at once')
    product.signal('SIGTERM')
    expect(await product.exited).toMatchObject({ code: 1 })
    expect(product.output()).toContain('Stopped at once: what was under way is lost.')
  },
)

test(
  'garbage in place of TLS, SMTP or HTTP ends that connection and nothing else',
  options,
  async () => {
    const product = await startProduct(newFolder(), { SMTP_STARTTLS: 'on' })
    const { team } = await signUp(product)
    const httpPort = Number(new URL(product.origin).port)
    const clientHello = Buffer.from('160301004001000000', 'hex')
    const pieces = [
      randomBytes(2_000),
      Buffer.concat([clientHello, randomBytes(64)]),
      Buffer.alloc(9),
    ]
    for (const garbage of pieces) {
      await Promise.all([
        sendRaw(product.smtpPort, '', garbage),
        sendRaw(product.smtpPort, 'EHLO x\r\nSTARTTLS\r\n', garbage),
        sendRaw(httpPort, '', garbage),
      ])
      const afterStartTls = connectSmtp(product.smtpPort)
      await afterStartTls.reply()
      await afterStartTls.say('EHLO x\r\n')
      expect(await afterStartTls.say('STARTTLS\r\n')).toMatch(/^220/)
      await sendAndEnd(afterStartTls.socket, garbage)
    }

    const connection = await connectAs(product.smtpPort, team)
    expect(await beginMail(connection)).toMatch(/^354/)
    expect(queuedId(await connection.say('Subject: still here\r\n\r\n.\r\n'))).not.toBeNull()
    connection.close()
    await createApiClient(product.origin).must(getCsrfCookie, {})
  },
)

function sendRaw(port: number, text: string, garbage: Uint8Array): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.write(text)
  return sendAndEnd(socket, garbage)
}

/** Resolves when both sides are done with the connection. */
function sendAndEnd(socket: ReturnType<typeof connect>, garbage: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
    socket.end(garbage)
  })
}
