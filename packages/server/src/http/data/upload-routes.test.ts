import { importMails } from '@mailstop/contract'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { csrfCookie, serveRoutes } from '../../../test/support/http-routes.ts'
import { testShares } from '../../../test/clients/shares.ts'
import { createFairShares } from '../../lib/shares/fair-shares.ts'
import { dataRoute } from '../route.ts'
import type { UploadPace } from './upload-chunks.ts'

const path = '/api/teams/7/imports?import=one'

async function serveUpload(uploadPace?: UploadPace, uploads = {}) {
  const taken: string[] = []
  const take = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) taken.push(Buffer.from(chunk).toString())
    return { imported: taken.length, already_there: 0, failed: 0, problems: [] }
  }
  const upload = dataRoute(importMails, (_input, { chunks }) => take(chunks), 2_000_000)
  const paced = uploadPace === undefined ? {} : { uploadPace }
  const shares = { ...testShares(), ...uploads }
  const served = await serveRoutes({ routes: [csrfCookie, upload], shares, ...paced })
  served.browser.cookies.set('mailstop_session', 'ann-token')
  await served.browser.request('GET', '/sanctum/csrf-cookie')

  /** Sends the beginning of a file and no more. */
  function begin(body: string, length = 'Content-Length: 500') {
    const cookies = [...served.browser.cookies].map(([name, value]) => `${name}=${value}`)
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost:8025',
      `Cookie: ${cookies.join('; ')}`,
      `X-XSRF-TOKEN: ${served.browser.cookies.get('XSRF-TOKEN')}`,
      'Content-Type: application/octet-stream',
      length,
    ]
    const socket = connect(served.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    return socket
  }

  return { ...served, begin, taken }
}

test('an upload that comes too slowly is refused and ended, and the mails it has sent are kept', async () => {
  const { begin, taken } = await serveUpload({ bytes: 100, ms: 50 })
  const socket = begin('a few bytes')
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  await once(socket, 'close')
  expect(heard).toMatch(/^HTTP\/1.1 400 [^]*"code":"bad_request"[^]*upload was too slow/)
  expect(taken).toEqual(['a few bytes'])
})

test('an upload that comes at once is taken whole', async () => {
  const { browser, taken } = await serveUpload({ bytes: 100, ms: 10_000 })
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await browser.request('POST', path, { body: 'x'.repeat(900), headers })
  expect(answer.status).toBe(200)
  expect(taken.join('')).toBe('x'.repeat(900))
})

test('an upload that breaks off is not logged as an error', async () => {
  const { http, begin, logged } = await serveUpload()
  const asked = once(http.server, 'request')
  const socket = begin('a few bytes')
  const [, response] = await asked
  const closed = new Promise((resolve) => response.once('close', resolve))
  socket.destroy()
  await closed
  expect(logged.join('')).not.toContain('request failed')
})

test.each([['application/json'], ['multipart/form-data; boundary=x'], [undefined]])(
  'an upload as %s is refused with the type to send',
  async (type) => {
    const { browser, taken } = await serveUpload()
    const answer = await browser.request('POST', path, {
      body: '{}',
      headers: { 'content-type': type },
    })
    expect(answer).toMatchObject({
      status: 415,
      json: {
        code: 'unsupported_media_type',
        message: 'Send the file with the content type application/octet-stream.',
      },
    })
    expect(taken).toEqual([])
  },
)

test('imports that trickle in give way when somebody else has a file', async () => {
  const slot = { total: 1, perUser: 1, waiting: 9, waitingPerUser: 9, waitMs: 30_000 }
  const pace = { perSecond: 1_000, graceMs: 50, turnMs: 60_000 }
  const uploads = createFairShares({ ...slot, pace })
  const { begin, taken } = await serveUpload(undefined, { smallUploads: uploads })
  const socket = begin('a few bytes')
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  while (taken.length === 0) await new Promise(setImmediate)
  const other = await uploads.take(1, { user: 'bob', connection: {} })
  expect(other.signal.aborted).toBe(false)
  await once(socket, 'close')
  expect(heard).toMatch(/^HTTP\/1.1 400 [^]*upload was too slow/)
  other.release()
  expect(uploads.stats()).toMatchObject({ held: 0, waiting: 0, takenBack: 1 })
})

test('an upload that does not say its length waits for nobody until it is large', async () => {
  const slot = { total: 1, perUser: 1, waiting: 9, waitingPerUser: 9, waitMs: 30_000 }
  const uploads = { smallUploads: createFairShares(slot), largeUploads: createFairShares(slot) }
  const { begin, taken } = await serveUpload(undefined, uploads)
  const large = await uploads.largeUploads.take(1, { user: 'bob', connection: {} })
  const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
  const small = begin(`${chunk(1_000)}0\r\n\r\n`, 'Transfer-Encoding: chunked')
  expect(String((await once(small, 'data'))[0])).toMatch(/^HTTP\/1.1 200/)
  const growing = begin(`${chunk(1_500_000)}0\r\n\r\n`, 'Transfer-Encoding: chunked')
  const answer = once(growing, 'data')
  while (uploads.largeUploads.stats().waiting === 0) await new Promise(setImmediate)
  expect(taken.join('').length).toBeLessThan(1_100_000)
  large.release()
  expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 200/)
  expect(taken.join('')).toHaveLength(1_501_000)
  for (const pool of Object.values(uploads)) {
    expect(pool.stats()).toMatchObject({ held: 0, waiting: 0 })
  }
})
