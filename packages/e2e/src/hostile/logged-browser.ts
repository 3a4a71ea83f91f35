import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type LaunchOptions } from '@playwright/test'
import { readNetLog, type NetLog } from './net-log.ts'

/** A browser that keeps a log of its network, which is read when it ends. */
export type LoggedBrowser = { browser: Browser; end: () => Promise<NetLog> }

export async function launchLogged(options: LaunchOptions): Promise<LoggedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-net-log-'))
  const file = join(folder, 'log.json')
  const args = [...(options.args ?? []), `--log-net-log=${file}`]
  const browser = await chromium.launch({ ...options, args })
  return {
    browser,
    async end() {
      await browser.close()
      const log = await readNetLog(file)
      await rm(folder, { recursive: true })
      return log
    },
  }
}
