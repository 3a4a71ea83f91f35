import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { countText } from '@mailstop/contract'
import { Parser, type ReadEntry } from 'tar'
import { CutOff } from '../../control/control-client.ts'
import { CommandFailure } from '../terminal.ts'
import { stoppedBySignals } from './byte-files.ts'
import { isOfFile, writeReason } from './file-reasons.ts'

export type Written = {
  written: number
  /** Files that an earlier export wrote. */
  already_there: number
  /** Names under which the folder has something else, which stays. */
  others: string[]
}

const nameForm = /^(?:cur\/|new\/)?[\w.,:-]+$/
const markOfFlags = process.platform === 'win32' ? ';' : ':'

/** Writes the files of a tar to a folder, each whole or not at all. What is there is left as it is. */
export async function writeFolder(
  folder: string,
  kind: 'eml' | 'maildir',
  bytes: AsyncIterable<Uint8Array>,
): Promise<Written> {
  const result: Written = { written: 0, already_there: 0, others: [] }
  const unfinished = join(
    folder,
    kind === 'eml' ? '' : 'tmp',
    `${randomBytes(8).toString('hex')}.part`,
  )
  let fault: Error | undefined
  try {
    const there = openFolder(folder, kind)
    const parser = new Parser({
      strict: true,
      onReadEntry: (entry) =>
        take(entry, { folder, unfinished, there, result }, (error) => (fault ??= error)),
    })
    parser.on('error', (error: Error) => void (fault ??= error))
    for await (const chunk of stoppedBySignals(bytes, '')) {
      // Files are written as they are read, so the parser holds nothing back.
      parser.write(chunk)
      if (fault) throw fault
    }
    parser.end()
    if (fault) throw fault
    return result
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw failure(error, folder, result)
  }
}

/** The files that are there, by the part of their names that does not change. */
function openFolder(folder: string, kind: 'eml' | 'maildir'): Map<string, string> {
  const parts = kind === 'eml' ? [''] : ['cur', 'new', 'tmp']
  for (const part of parts) mkdirSync(join(folder, part), { recursive: true })
  const names = parts.flatMap((part) =>
    readdirSync(join(folder, part)).map((name) => join(part, name)),
  )
  return new Map(names.map((name) => [keyOf(name), name]))
}

const keyOf = (name: string) => name.replace(/^(?:cur|new|tmp)[\\/]/, '').replace(/[:;]2,\w*$/, '')

type Place = { folder: string; unfinished: string; there: Map<string, string>; result: Written }

/** Writes synchronously, chunk by chunk: nothing else goes on in this process. */
function take(entry: ReadEntry, place: Place, fail: (error: Error) => void): void {
  const { folder, unfinished, there, result } = place
  const found = there.get(keyOf(entry.path))
  if (!nameForm.test(entry.path) || found !== undefined) {
    if (found === undefined) fail(new Error(`The name ${entry.path} cannot be used`))
    else if (statSync(join(folder, found), { throwIfNoEntry: false })?.size === entry.size) {
      result.already_there += 1
    } else result.others.push(found)
    entry.resume()
    return
  }
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  }
  let file = -1
  attempt(() => (file = openSync(unfinished, 'w', 0o600)))
  entry.on('data', (chunk: Buffer) =>
    attempt(() => {
      for (let at = 0; file >= 0 && at < chunk.length;) at += writeSync(file, chunk, at)
    }),
  )
  entry.on('end', () =>
    attempt(() => {
      if (file < 0) return
      closeSync(file)
      const target = join(folder, entry.path.replace(':', markOfFlags))
      if (existsSync(target)) return void result.others.push(entry.path)
      if (entry.mtime) utimesSync(unfinished, entry.mtime, entry.mtime)
      renameSync(unfinished, target)
      result.written += 1
    }),
  )
}

function failure(error: unknown, folder: string, { written, already_there }: Written): unknown {
  const isKnown = error instanceof CommandFailure || error instanceof CutOff
  if (!isKnown && !isOfFile(error)) return error
  const reason = isKnown ? error.message : `${folder} cannot be written: ${writeReason(error)}.`
  const count = written + already_there
  const there =
    count === 0
      ? 'Nothing was written.'
      : `${countText(count)} of the team ${count === 1 ? 'is' : 'are'} there.`
  return new CommandFailure(`${reason} ${there} Export again to add the others.`, { cause: error })
}
