import { csrfCookiePath } from '@mailstop/contract'
import { createCookieSession } from '@mailstop/contract/testing'
import { pino } from 'pino'
import { createApp } from '../../packages/server/src/app/app.ts'
import { loadConfig } from '../../packages/server/src/config/config.ts'
import { removeFolder, temporaryFolder } from './processes.ts'

/**
 * The whole product in this process, with nothing changed but that no attempt is one too many: what
 * is measured would otherwise be how fast it refuses.
 */
export async function startForTiming() {
  const dataDir = temporaryFolder()
  const loaded = loadConfig({ HTTP_PORT: '0', SMTP_PORTS: '0', DATA_DIR: dataDir })
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  const allowed = async () => {}
  const unlimited = {
    spend: allowed,
    requireRoom: allowed,
    take: async () => true,
    forget: allowed,
  }
  const app = await createApp(loaded, { log: pino({ level: 'silent' }), limiter: () => unlimited })
  const { publicUrl } = await app.start()

  const session = createCookieSession(publicUrl.origin)
  await session.fetch(csrfCookiePath, { method: 'GET', headers: {} })
  const headers = {
    'content-type': 'application/json',
    'x-xsrf-token': session.csrfToken() ?? '',
  }

  return {
    addAccount: (email: string, password: string) =>
      app.accounts.provide({ name: 'Ada', email, password }),
    /** Milliseconds until the whole answer is there. */
    async post(path: string, body: object): Promise<number> {
      const started = performance.now()
      const answer = await session.fetch(path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      await answer.arrayBuffer()
      const ms = performance.now() - started
      if (answer.status !== 200 && answer.status !== 422) {
        throw new Error(`POST ${path} was answered with ${answer.status}`)
      }
      return ms
    },
    async stop() {
      await app.stop()
      removeFolder(dataDir)
    },
  }
}
