import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listening, spawnChild } from '../durability/product-child.ts'
import { newFolder } from '../support/new-folder.ts'

const limit = 120

test('a process without a file descriptor says so, in its log and its metrics, and when it has some', async () => {
  const env = {
    DATA_DIR: newFolder(),
    LOG_LEVEL: 'info',
    METRICS_TOKEN: 'x'.repeat(32),
  }
  const child = spawnChild(env, { under: ['sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh'] })
  onTestFinished(() => child.signal('SIGKILL'))
  const { origin, smtpPort } = await listening(child)
  const scrape = async () => {
    const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` }
    return (await fetch(`${origin}/metrics`, { headers })).text()
  }
  expect(await scrape()).toMatch(/^mailstop_descriptors_short 0$/m)
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  for (let index = 0; index < 2 * limit; index += 1) {
    const socket = connect(smtpPort, '127.0.0.1')
    socket.on('error', () => {})
    sockets.push(socket)
  }
  const said = await child.line((text) =>
    text.includes('No file descriptor is left') ? text : undefined,
  )
  expect(said).toMatch(/"level":50.*LimitNOFILE/)
  sockets.forEach((socket) => socket.destroy())
  await child.line((text) => (text.includes('There are file descriptors again') ? text : undefined))
  expect(await scrape()).toMatch(/^mailstop_descriptors_short 0$/m)
})
