import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { loadConfig } from '../../src/config/config.ts'
import { newFolder } from '../support/new-folder.ts'

const log = pino({ level: 'silent' })

function create(dataDir: string, env: Record<string, string> = {}) {
  const loaded = loadConfig({ HTTP_PORT: '0', SMTP_PORTS: '0', DATA_DIR: dataDir, ...env })
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  return createApp(loaded, { log })
}

test('a product that cannot be made closes what it opened: the folder is free for the next', async () => {
  const dataDir = newFolder()
  const missing = join(dataDir, 'missing.pem')
  await expect(create(dataDir, { SMTP_TLS_CERT: missing, SMTP_TLS_KEY: missing })).rejects.toThrow(
    'missing.pem',
  )
  const next = await create(dataDir)
  await next.start()
  await next.stop()
})

test('a product that cannot listen is stopped as one that does: the folder is free for the next', async () => {
  const dataDir = newFolder()
  const other = createServer().listen(0)
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const taken = String((other.address() as AddressInfo).port)
  const app = await create(dataDir, { HTTP_PORT: taken })
  await expect(app.start()).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await app.stop()
  const next = await create(dataDir)
  await next.start()
  await next.stop()
})

test('the folder is another’s only once everything has stopped', async () => {
  const dataDir = newFolder()
  const app = await create(dataDir)
  await app.start()
  const stopped = app.stop()
  expect(app.stop()).toBe(stopped)
  await expect(create(dataDir)).rejects.toThrow('in use by another process')
  await stopped
  await (await create(dataDir)).stop()
})
