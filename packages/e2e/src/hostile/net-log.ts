import { readFile } from 'node:fs/promises'

/**
 * Reads Chromium's network log (`--log-net-log`): every name that was looked up, which no server sees,
 * and every address that was requested, by any part of the browser.
 */
export type NetLog = { names: ReadonlySet<string>; addresses: ReadonlySet<string> }

type Logged = {
  constants: { logEventTypes: Record<string, number> }
  events: { type: number; params?: { host?: string; url?: string } }[]
}

/** Reads the log of a browser that has ended. */
export async function readNetLog(file: string): Promise<NetLog> {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as Logged
  const of = (type: string) =>
    events.flatMap((event) => (event.type === constants.logEventTypes[type] ? [event.params] : []))
  const names = of('HOST_RESOLVER_MANAGER_REQUEST').flatMap((params) => params?.host ?? [])
  const addresses = ['URL_REQUEST_START_JOB', 'CORS_REQUEST']
    .flatMap(of)
    .flatMap((params) => params?.url ?? [])
  return { names: new Set(names), addresses: new Set(addresses) }
}
