import { fileSize } from '../../lib/file-size.ts'
import type { Dropped } from './drop-area.tsx'

/** Files that are imported together, one after the other. */
export type Chosen = {
  files: readonly File[]
  /** Files of a folder that hold no mail by their names. */
  passedOver: number
  /** Why they cannot be imported. */
  problem: string | null
}

export const nothing: Chosen = { files: [], passedOver: 0, problem: null }

const mostFiles = 1_000
const mostBytes = 4_000_000_000
/** What is looked at in a folder before it is refused. */
const mostSeen = 10_000

export const mailFiles = '.eml,.mbox,.mbx,message/rfc822,application/mbox'
const isMailFile = /[.](?:eml|mbox|mbx)$/i

/** The files, or why they are too many. */
export function chosenFiles(files: readonly File[], passedOver = 0): Chosen {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return { files, passedOver, problem: problemOf(files.length, bytes) }
}

function problemOf(count: number, bytes: number): string | null {
  if (count > mostFiles) {
    return `At most ${mostFiles.toLocaleString('en')} files can be imported at once, and these are more.`
  }
  if (bytes > mostBytes) {
    return `These files have ${fileSize(bytes)}. At most ${fileSize(mostBytes)} can be imported at once.`
  }
  return null
}

/** All dropped files, and of dropped folders those that are mail by their names. */
export async function readDropped(entries: Dropped): Promise<Chosen> {
  const files: File[] = []
  let seen = 0
  let passedOver = 0
  const isEnough = () => files.length > mostFiles || seen > mostSeen

  async function read(entry: FileSystemEntry, isInFolder: boolean): Promise<void> {
    if (isEnough()) return
    if (isDirectory(entry)) {
      const reader = entry.createReader()
      // A reader gives some at a time, and none at the end.
      for (let some = await nextOf(reader); some.length > 0 && !isEnough();) {
        for (const inner of some) await read(inner, true)
        some = await nextOf(reader)
      }
      return
    }
    seen += 1
    if (!isInFolder || isMailFile.test(entry.name)) files.push(await fileOf(entry))
    else passedOver += 1
  }

  try {
    for (const entry of entries) {
      if (entry instanceof File) files.push(entry)
      else await read(entry, false)
    }
  } catch {
    return { ...nothing, problem: 'What was dropped could not be read.' }
  }
  if (seen > mostSeen) {
    const most = mostSeen.toLocaleString('en')
    return { ...nothing, problem: `The folder has more than ${most} files. Drop a part of it.` }
  }
  if (files.length === 0) {
    return { ...nothing, problem: 'The folder holds no .eml or .mbox file.' }
  }
  return chosenFiles(files, passedOver)
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const nextOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

const fileOf = (entry: FileSystemEntry) =>
  new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
