import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { getMailFile } from '@mailstop/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { serveRoutes, simpleFile } from '../../../test/support/http-routes.ts'
import { testShares } from '../../../test/clients/shares.ts'
import { createFairShares } from '../../lib/shares/fair-shares.ts'
import { fileRoute, type FileReply, type Route } from '../route.ts'

const text = { contentType: 'text/html', filename: 'page.html', disposition: 'inline' as const }

/** More than two systems take off a sender's hands for a client that does not read. */
const large = randomBytes(24 * 1024 * 1024)

/** Serves a large file, which Ann asks for, as one piece or as many. */
async function serveLarge(
  { room = 4, stallMs = 60_000, waitMs = 10 },
  bytesOf: () => FileReply['bytes'] = () => large,
  others: Route[] = [],
) {
  let read = 0
  const file = simpleFile(async (_token, { hold }) => {
    await hold(large.length)
    read += 1
    return { ...text, bytes: bytesOf() }
  })
  const total = room * large.length
  const rules = { total, perUser: total, waiting: 9, waitingPerUser: 9, waitMs }
  const shares = { ...testShares(), largeReplies: createFairShares(rules) }
  const served = await serveRoutes({ routes: [file, ...others], shares, fileStallMs: stallMs })
  served.browser.cookies.set('mailstop_session', 'ann-token')

  /** A client that asks for the file, again when asked to retry, and reads nothing for now. */
  async function stall(requests = 1) {
    const accepted = once(served.http.server, 'connection')
    const asked = once(served.http.server, 'request')
    const socket = connect(served.port, '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    const head = `GET /files/x HTTP/1.1\r\nHost: localhost:${served.port}\r\n`
    socket.write(`${head}Cookie: mailstop_session=ann-token\r\n\r\n`.repeat(requests))
    const [connection] = await accepted
    const ended = new Promise((resolve) => connection.once('close', resolve))
    const [, response] = await asked
    // Its first bytes have left, so room is held for it.
    while (!response.headersSent) await new Promise(setImmediate)
    return { socket, ended, response }
  }

  const ask = () => served.browser.request('GET', '/files/x')
  return { ...served, ask, stall, read: () => read }
}

async function* pieces() {
  for (let at = 0; at < large.length; at += 10_000_000) yield large.subarray(at, at + 10_000_000)
}

describe('files', () => {
  test('bytes arrive whole, unsniffed, uncached and powerless', async () => {
    const { browser } = await serveRoutes({
      routes: [
        simpleFile(async (token, { actor }) => ({
          ...text,
          bytes: Buffer.from(`${token} for ${actor?.userId ?? 'nobody'}`),
        })),
      ],
    })
    browser.cookies.set('mailstop_session', 'ann-token')
    const token = 'x'.repeat(300)
    const answer = await browser.request('GET', `/files/${token}`)
    expect(answer.text).toBe(`${token} for 1`)
    const headers = {
      'content-type': 'text/html',
      'content-disposition': 'attachment; filename=page.html',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(answer.text.length),
    }
    expect(answer.headers).toMatchObject(headers)
    const head = await browser.request('HEAD', `/files/${token}`)
    expect(head).toMatchObject({ status: 200, text: '', headers })
    const part = { headers: { range: 'bytes=2-3' } }
    const asked = await browser.request('GET', `/files/${token}`, part)
    expect(asked).toMatchObject({ status: 200, text: answer.text, headers })
  })

  test('a file waits for room before it is read, is refused after a while, and is sent when others are through', async () => {
    const { ask, stall, read } = await serveLarge({ room: 1 })
    const { socket } = await stall()
    const refused = await ask()
    expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(read()).toBe(1)

    const chunks: Buffer[] = []
    let bytes = 0
    const taken = Promise.withResolvers<void>()
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > large.length) taken.resolve()
    })
    socket.resume()
    await taken.promise
    while ((await ask()).status === 503);
    const all = Buffer.concat(chunks)
    expect(all.subarray(all.indexOf('\r\n\r\n') + 4).equals(large)).toBe(true)
  })

  test.each([
    ['in one piece', () => large],
    ['in many', pieces],
  ])('a client that takes no more of a file %s is cut off, which makes room', async (_, bytes) => {
    const { browser, stall } = await serveLarge({ room: 1, stallMs: 100 }, bytes)
    const { ended, response } = await stall()
    await ended
    expect(response.writableFinished).toBe(false)
    // Needs the same room, and nothing that a busy machine would be late to take.
    expect((await browser.request('HEAD', '/files/x')).status).toBe(200)
  })

  test('requests that wait behind another of their connection hold no room', async () => {
    // One user may have half of the room.
    const { ask, stall, read } = await serveLarge({ room: 4 })
    await stall(3)
    expect((await ask()).status).toBe(200)
    expect(read()).toBe(2)
  })

  test('a small file does not wait for room that large files hold', async () => {
    const endpoint = { ...getMailFile, path: '/small' as const, params: z.strictObject({}) }
    const small = fileRoute(endpoint, async () => ({ ...text, bytes: Buffer.from('small') }))
    const { browser, stall } = await serveLarge({ room: 1 }, () => large, [small])
    await stall()
    expect(await browser.request('GET', '/small')).toMatchObject({ status: 200, text: 'small' })
  })

  test('as many at once as fill the room of a user all come', async () => {
    const bytes = randomBytes(1024 * 1024)
    const file = simpleFile(async (_token, { hold }) => {
      await hold(bytes.length)
      return { ...text, bytes }
    })
    const { browser } = await serveRoutes({ routes: [file] })
    browser.cookies.set('mailstop_session', 'ann-token')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browser.request('GET', '/files/x')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  test('many who download at once all get every byte', async () => {
    const { ask } = await serveLarge({ waitMs: 30_000 }, pieces)
    const answers = await Promise.all([ask(), ask(), ask()])
    const whole = large.toString()
    expect(answers.map((answer) => answer.text === whole)).toEqual([true, true, true])
  })
})
