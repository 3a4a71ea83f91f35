import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'

/** The first bytes that a port says by itself or in answer to a request; null: nobody listens. */
function answerOf(host: string, port: number, request = ''): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = connect({ host, port }, () => socket.write(request))
  socket.on('data', (bytes) => {
    resolve(bytes.toString('latin1'))
    socket.destroy()
  })
  socket.on('error', () => resolve(null))
  return promise
}

test.each([
  [{ LISTEN_HOST: 'localhost' }, ['127.0.0.1', '::1'], ['127.0.0.2']],
  [{ LISTEN_HOST: '127.0.0.2' }, ['127.0.0.2'], ['127.0.0.1', '::1']],
  [{ LISTEN_HOST: '::1' }, ['::1'], ['127.0.0.1']],
  [{}, ['127.0.0.1', '127.0.0.2', '::1'], []],
])('with %j, HTTP and SMTP listen there and nowhere else', async (env, answering, silent) => {
  const { origin, smtpPort } = await startApp(env)
  const { host, port } = new URL(origin)
  const get = `GET /api/terms HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  for (const address of answering) {
    expect(await answerOf(address, Number(port), get), address).toMatch(/^HTTP\/1\.1 200/)
    expect(await answerOf(address, smtpPort), address).toMatch(/^220 /)
  }
  for (const address of silent) {
    expect(await answerOf(address, Number(port), get), address).toBeNull()
    expect(await answerOf(address, smtpPort), address).toBeNull()
  }
})

test('links lead to the one address that is listened on', async () => {
  expect((await startApp({ LISTEN_HOST: '127.0.0.2' })).origin).toMatch(/^http:\/\/127\.0\.0\.2:/)
  expect((await startApp({ LISTEN_HOST: '0.0.0.0' })).origin).toMatch(/^http:\/\/localhost:/)
})

test('an address or name that this machine does not have is named with its setting', async () => {
  await expect(startApp({ LISTEN_HOST: 'nowhere.invalid' })).rejects.toThrow(
    /LISTEN_HOST or --host/,
  )
  await expect(startApp({ LISTEN_HOST: '192.0.2.1' })).rejects.toMatchObject({
    code: 'EADDRNOTAVAIL',
  })
})
