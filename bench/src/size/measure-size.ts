import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithBench } from '../processes.ts'
import { dialogueOf } from './dialogue.ts'
import type { MailKind } from './mail-kinds.ts'

export type SizeResult = {
  code: string
  database: string
  kind: string
  mails: number
  /** Bytes of a mail. */
  source: number
  packedSource: number
  wal: number
  /** The time of the process that catches; on Postgres the server's comes on top. */
  processorMs: number
  /** Bytes of a mail, by table and index. */
  bytes: Record<string, number>
}

/** Sizes of all mails together, as the process reports them. */
type Sizes = Pick<SizeResult, 'wal' | 'processorMs' | 'bytes'> & { packedSources: number }

type Options = {
  root: string
  code: string
  database: string
  databaseUrl: string | null
  kind: MailKind
  mails: number
}

const writer = fileURLToPath(
  new URL('../../../packages/server/test/inbox-load/size-process.ts', import.meta.url),
)
/** A commit has as many under load. */
const perBatch = 32
const spacingMs = 30_000
const begunAt = Date.UTC(2026, 0, 1)

export async function measureSize(options: Options): Promise<SizeResult> {
  const { root, code, database, databaseUrl, kind, mails } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'mailstop-size-'))
  const job = JSON.stringify({ root, dataDir, databaseUrl })
  const child = fork(writer, [job], { serialization: 'advanced' })
  endWithBench(child)
  const ended = once(child, 'exit')
  async function ask<T>(request?: unknown): Promise<T> {
    const answered = once(child, 'message')
    if (request !== undefined) child.send(request as object)
    const failed = ended.then(() => {
      throw new Error('The process that catches the mails ended early')
    })
    failed.catch(() => {})
    const [answer] = (await Promise.race([answered, failed])) as [T]
    return answer
  }
  await ask()
  let source = 0
  for (let from = 0; from < mails; from += perBatch) {
    const batch = Array.from({ length: Math.min(perBatch, mails - from) }, (_, at) => {
      const { envelope, source } = kind.mail(from + at)
      const receivedAt = begunAt + (from + at) * spacingMs
      const dialogue = dialogueOf(from + at, envelope, source.length)
      return { envelope, source, receivedAt, login: 'app-5kq2', ...dialogue }
    })
    for (const mail of batch) source += mail.source.length
    await ask({ mails: batch })
  }
  const sizes = await ask<Sizes>('sizes')
  child.disconnect()
  await ended
  rmSync(dataDir, { recursive: true })
  const eachMail = Object.entries(sizes.bytes).map(([name, bytes]) => [name, bytes / mails])
  return {
    code,
    database,
    kind: kind.name,
    mails,
    source: source / mails,
    packedSource: sizes.packedSources / mails,
    wal: sizes.wal / mails,
    processorMs: sizes.processorMs / mails,
    bytes: Object.fromEntries(eachMail) as Record<string, number>,
  }
}
