/** What `createMailstop` takes; the environment has the rest. */
export type Settings = {
  /** Where Mailstop is; `MAILSTOP_URL` without it, and `http://localhost:8025` without both. */
  url?: string
  /** An API token; `MAILSTOP_TOKEN` without it. A server in open mode needs none. */
  token?: string
  /** The domain of new addresses; `MAILSTOP_DOMAIN` without it, or `test.example`, which is reserved (RFC 2606). */
  domain?: string
  /** Milliseconds that a wait lasts at most unless it says otherwise: 20,000 without it, and almost until the end of a test. */
  timeout?: number
  fetch?: typeof globalThis.fetch
}

type Environment = { process?: { env?: Record<string, string | undefined> } }

/** A browser has no environment. */
export function settingOf(
  name: 'MAILSTOP_URL' | 'MAILSTOP_TOKEN' | 'MAILSTOP_DOMAIN' | 'VITEST' | 'JEST_WORKER_ID',
): string | undefined {
  return (globalThis as Environment).process?.env?.[name] || undefined
}
