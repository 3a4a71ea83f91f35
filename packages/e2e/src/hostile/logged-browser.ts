import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type LaunchOptions } from '@playwright/test'
import { readNetLog, type NetLog } from './net-log.ts'

/** A browser that keeps a log of its network, which is read when it ends. */
export type LoggedBrowser = {
  browser: Browser
  end: () => Promise<NetLog>
  /** Kills the browser: one that hangs because of a mail would not close. */
  kill: () => Promise<void>
}

export async function launchLogged(options: LaunchOptions): Promise<LoggedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-net-log-'))
  const file = join(folder, 'log.json')
  const args = [...(options.args ?? []), `--log-net-log=${file}`]
  const server = await chromium.launchServer({ ...options, args })
  return {
    browser: await chromium.connect(server.wsEndpoint()),
    async end() {
      await server.close()
      return readNetLog(file)
    },
    async kill() {
      await server.kill()
      await rm(folder, { recursive: true })
    },
  }
}
