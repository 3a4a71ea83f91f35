import { createByteReader, damaged, readVarint } from './byte-reader.ts'
import { createByteWriter, writeBytes, writeVarint, written } from './byte-writer.ts'
import { packPart, unpackPart } from './packed-part.ts'
import type { WordIndexParts } from './word-index-parts.ts'

/** What says which blocks of an index have a term. */
export type Directory = {
  /** Ids of the mails, ascending. */
  ids: number[]
  firstTerms: Uint8Array[]
}

export function packDirectory({ ids, blocks }: WordIndexParts): Uint8Array {
  const raw = createByteWriter()
  writeVarint(raw, ids.length)
  let previous = 0
  for (const id of ids) {
    writeVarint(raw, id - previous)
    previous = id
  }
  writeVarint(raw, blocks.length)
  for (const { firstTerm } of blocks) {
    writeVarint(raw, firstTerm.length)
    writeBytes(raw, firstTerm, 0, firstTerm.length)
  }
  return packPart(written(raw))
}

export function unpackDirectory(bytes: Uint8Array): Directory {
  const raw = unpackPart(bytes)
  const reader = createByteReader(raw)
  const ids: number[] = []
  let id = 0
  for (let left = readVarint(reader); left > 0; left--) {
    id += readVarint(reader)
    ids.push(id)
  }
  const firstTerms: Uint8Array[] = []
  for (let left = readVarint(reader); left > 0; left--) {
    const length = readVarint(reader)
    if (length > reader.end - reader.at) throw damaged('a term is cut')
    firstTerms.push(raw.slice(reader.at, reader.at + length))
    reader.at += length
  }
  return { ids, firstTerms }
}
