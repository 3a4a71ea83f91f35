import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { validate } from '@mailstop/contract'
import { pino } from 'pino'
import type { z } from 'zod'
import type { Config, Secrets } from '../config/config.ts'
import type { Bytes } from '../control/operation.ts'
import type { Operations } from '../app/operations/operations.ts'
import { connectControl } from '../control/control-client.ts'
import { DataFolderInUse } from '../db/store-files/data-folder-lock.ts'
import { invalid } from '../errors.ts'
import { remark } from './terminal.ts'

type Answer<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]['run']>>

export type Call = <Name extends keyof Operations>(
  name: Name,
  input: z.input<Operations[Name]['input']>,
  upload?: Bytes,
) => Promise<Answer<Name>>

type Access = { call: Call; close: () => Promise<void> }

type Loaded = { config: Config; secrets: Secrets }

/** How long a server that is starting, or another command, may hold the folder before it answers. */
const patienceMs = 60_000
const sayAfterMs = 2_000

/**
 * The store for one command. On SQLite it acts through the server that holds the data folder, and opens the
 * store itself, under the same lock, when none does. A Postgres is always opened: what changes reaches the
 * processes on it as it does between them.
 */
export async function openStore(loaded: Loaded, { mayCreate = false } = {}): Promise<Access> {
  const { dataDir } = loaded.config
  if (loaded.secrets.databaseUrl !== null) return openDirectly(loaded, { withoutFolder: true })
  if (!mayCreate && !existsSync(join(dataDir, 'mailstop.sqlite'))) {
    throw new Error(`There is no store in ${dataDir}. Set DATA_DIR to the folder of your Mailstop.`)
  }
  let hasSaid = false
  for (const since = performance.now(); ; await pause(50)) {
    const ask = existsSync(dataDir) ? await connectControl(dataDir) : null
    // The two are made of one table of operations.
    if (ask) return { call: ask as Call, close: async () => {} }
    try {
      return await openDirectly(loaded)
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      const waitedMs = performance.now() - since
      if (waitedMs > patienceMs) throw unreachable(dataDir, error)
      if (hasSaid || waitedMs < sayAfterMs) continue
      remark('Waiting for the process that has the data folder …')
      hasSaid = true
    }
  }
}

const unreachable = (dataDir: string, cause: unknown) =>
  new Error(
    `The data folder ${dataDir} is in use by another process that answers no commands. If it is a Mailstop, its log says why. Try again, or stop it first.`,
    { cause },
  )

async function openDirectly(loaded: Loaded, { withoutFolder = false } = {}): Promise<Access> {
  // Much code, which a command through a server does not need.
  const { createApp } = await import('../app/app.ts')
  const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
  const config: Config = { ...loaded.config, roles: [] }
  const app = await createApp({ config, secrets: loaded.secrets }, { log, withoutFolder })
  const ending = new AbortController()
  const call = async (name: keyof Operations, input: unknown, upload: Bytes = nothing()) => {
    const { input: schema, run } = app.operations[name]
    const valid = validate<z.ZodType>(schema, input)
    if (!valid.ok) throw invalid(valid.errors)
    return run(valid.data as never, { upload, signal: ending.signal })
  }
  return {
    call: call as Call,
    async close() {
      ending.abort()
      await app.stop()
    },
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
