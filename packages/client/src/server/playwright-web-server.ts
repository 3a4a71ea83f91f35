import { commandOf, ready, type StartOptions } from './start-mailstop.ts'

/** Settings of an app that usually are in the environment of a test, and would be Mailstop's too. */
const notForMailstop = ['DATABASE_URL', 'MAIL_URL', 'PUBLIC_URL', 'OIDC_ISSUER']

/**
 * A server for `webServer` of Playwright, before that of the app: Playwright puts `MAILSTOP_URL`, `MAIL_HOST` and
 * `MAIL_PORT` into the environment of the servers behind it and of the tests. Playwright 1.57 or newer.
 */
export function mailstopWebServer(options: Pick<StartOptions, 'command' | 'host' | 'env'> = {}) {
  return {
    name: 'Mailstop',
    command: commandOf(options).map(quoted).join(' '),
    env: {
      ...Object.fromEntries(notForMailstop.map((name) => [name, ''])),
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    // It makes a variable of each name in the pattern, in capitals.
    wait: { stdout: ready },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  }
}

/** Playwright gives the command to a shell. */
const quoted = (word: string) =>
  process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`
