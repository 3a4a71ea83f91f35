import { startMailstop, type StartedMailstop } from './start-mailstop.ts'

let started: StartedMailstop | undefined

/**
 * `globalSetup` of Vitest, Jest and Playwright: a server for this run, unless `MAILSTOP_URL` names one. Tests and what they start find it by
 * `MAILSTOP_URL`, `MAIL_HOST` and `MAIL_PORT`. Vitest and Playwright call what it returns; Jest has `global-teardown`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { env } = process
  if (!env['MAILSTOP_URL']) {
    started = await startMailstop()
    const { url, smtp } = started
    Object.assign(env, { MAILSTOP_URL: url, MAIL_HOST: smtp.host, MAIL_PORT: String(smtp.port) })
  }
  return stopStarted
}

export async function stopStarted(): Promise<void> {
  if (!started) return
  const { stop } = started
  started = undefined
  // A run that goes on, as one that watches, begins with a setup again.
  for (const name of ['MAILSTOP_URL', 'MAIL_HOST', 'MAIL_PORT']) delete process.env[name]
  await stop()
}
