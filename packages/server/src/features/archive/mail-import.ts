import { countText, limits, type ErrorCode, type ImportReport } from '@mailstop/contract'
import { isUniqueViolation, storeTrouble } from '../../db/store-faults.ts'
import { Refusal, unavailable } from '../../errors.ts'
import { parseDate } from '../../mime/headers/dates.ts'
import { fieldValue } from '../../mime/parts/header-block.ts'
import { findField, readRoot } from '../../mime/parts/parts.ts'
import { markOf, type ImportMarks } from './import-marks.ts'
import { createMboxSplitter, type SplitMail } from './mbox-splitter.ts'
import { onlyMail } from './only-mail.ts'

/** Takes a mail as the intake of caught mail does; resolves when the mail is on disk. */
export type Receive = (mail: {
  teamId: number
  inbox: number
  envelope: { from: string; to: string[] }
  source: Uint8Array
  receivedAt: number
  importedAt: number
  marks: { readAt: number | null; flaggedAt: number | null }
  idempotency: { key: string; digest: string }
}) => Promise<unknown>

export type SeenMail = { read?: boolean | undefined; flagged?: boolean | undefined }

type ImportDeps = {
  teamId: number
  inbox: number
  receive: Receive
  /** The name that the file has in its folder, if that is imported. */
  file?: string | undefined
  /** What people have marked its mails with. */
  seen?: SeenMail | undefined
  marks: ImportMarks
  /** Larger mails are passed over, as SMTP refuses them. */
  maxMailBytes: number
  now: () => number
  /** Called from time to time with the progress. */
  onProgress: (counts: Pick<ImportReport, 'imported' | 'failed'>) => void
}

/** The intake can write this many together, while a large mail waits for earlier ones. */
const mailsInFlight = 128
const bytesInFlight = 16 * 1024 * 1024
const progressMs = 250

const reasons: Partial<Record<ErrorCode, string>> = {
  conflict: 'The inbox of the team is full.',
  forbidden: 'The team is suspended.',
}

const troubles = {
  no_room: 'The disk of the store is full.',
  read_only: 'The store cannot be written.',
  away: 'The store cannot be reached.',
  damaged: 'The store is damaged.',
  no_turn: 'The store was too busy.',
  too_slow: 'The store was too slow.',
  other: 'It could not be stored.',
}

/**
 * Keeps every mail of a file as if it had been caught when its Date says. What is wrong with one mail
 * is noted and stops no other. The file is read no faster than its mails are stored. A mail that an earlier import of
 * the file has kept is not kept again. When the file breaks off, the error says what was kept until then.
 */
export async function importMails(
  chunks: AsyncIterable<Uint8Array>,
  { teamId, inbox, receive, file, seen, marks, maxMailBytes, now, onProgress }: ImportDeps,
): Promise<ImportReport> {
  const splitter = createMboxSplitter({ maxMailBytes })
  const report: ImportReport = { imported: 0, already_there: 0, failed: 0, problems: [] }
  const storing = new Set<Promise<void>>()
  let bytes = 0
  let toldAt = now()

  function tell(): void {
    if (now() - toldAt < progressMs) return
    toldAt = now()
    onProgress(report)
  }

  function fail(mail: number, reason: string): void {
    report.failed += 1
    if (report.problems.length < limits.importProblems) report.problems.push({ mail, reason })
  }

  async function store({ number, envelopeFrom, source }: SplitMail, key: string | null) {
    if (source === null || key === null) {
      return fail(number, `It is larger than ${megabytes(maxMailBytes)} MB.`)
    }
    const size = source.byteLength
    bytes += size
    try {
      const envelope = { from: envelopeFrom, to: [] }
      const importedAt = now()
      const dated = receivedAt(source, importedAt)
      const at = { receivedAt: dated, importedAt, marks: marksAt(importedAt, seen) }
      await receive({ teamId, inbox, envelope, source, ...at, idempotency: { key, digest: '' } })
      report.imported += 1
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'internal'
      // Another import of the same file goes on.
      if (isUniqueViolation(error)) report.already_there += 1
      else fail(number, reasons[code] ?? troubles[storeTrouble(error) ?? 'other'])
    }
    bytes -= size
    tell()
  }

  async function keep(mails: SplitMail[]): Promise<void> {
    const keys = await Promise.all(mails.map((mail) => markOf(mail, { inbox, file })))
    const known = await marks.known(keys.filter((key) => key !== null))
    for (const [index, mail] of mails.entries()) {
      const key = keys[index] ?? null
      if (key !== null && known.has(key)) {
        report.already_there += 1
        tell()
        continue
      }
      const work = store(mail, key).finally(() => storing.delete(work))
      storing.add(work)
      while (storing.size >= mailsInFlight || bytes >= bytesInFlight) await Promise.race(storing)
    }
  }

  try {
    for await (const chunk of onlyMail(chunks)) await keep([...splitter.push(chunk)])
    await keep([...splitter.end()])
  } catch (error) {
    await Promise.all(storing)
    onProgress(report)
    throw brokenOff(error, report)
  }
  await Promise.all(storing)
  return report
}

/** Throws the same error, with the mails kept before it. */
function brokenOff(error: unknown, { imported, already_there }: ImportReport): unknown {
  const kept = imported + already_there
  const result =
    kept === 0
      ? 'Nothing was imported.'
      : `${countText(kept)} of the file ${kept === 1 ? 'is' : 'are'} in the inbox. Import it again to add the others.`
  const refusal = storeTrouble(error) ? unavailable() : error
  if (!(refusal instanceof Error)) return refusal
  const message = `${refusal.message} ${result}`
  if (!(refusal instanceof Refusal)) return new Error(message, { cause: refusal })
  const { code, retryAfter } = refusal
  return new Refusal(code, { message, ...(retryAfter !== undefined && { retryAfter }) })
}

const marksAt = (time: number, { read, flagged }: SeenMail = {}) => ({
  readAt: read ? time : null,
  flaggedAt: flagged ? time : null,
})

const megabytes = (bytes: number) => Math.floor((bytes / 1024 / 1024) * 10) / 10

const dateHeaderBytes = 256 * 1024

/** The moment of the Date header, but never a future one. */
function receivedAt(bytes: Uint8Array, now: number): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { source, root } = readRoot(buffer, dateHeaderBytes)
  const field = findField(root.fields, 'date')
  const date = field && parseDate(fieldValue(source, field, 200))
  return date === null ? now : Math.min(date, now)
}
