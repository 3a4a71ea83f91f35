import type { MimePart } from '@mailstop/contract'
import { asBuffer } from './charsets.ts'
import { fieldValue } from './header-block.ts'
import { oneLine } from './one-line.ts'
import { findField, type Part, readRoot, walkParts } from './parts.ts'
import type { WalkLimits } from './walk-budget.ts'

/**
 * The MIME tree of a mail as its headers declare it. Bounded: parts beyond the limits are missing
 * from it, and their bytes still count in the sizes of the multiparts that hold them.
 */
const limits: WalkLimits = {
  parts: 500,
  depth: 50,
  headerBytes: 2 * 1024 * 1024,
  passes: 10,
  candidates: 100_000,
  shortBoundaryBytes: 2 * 1024 * 1024,
}

const longestText = 200

export function mimeStructure(bytes: Uint8Array): MimePart {
  const mail = readRoot(asBuffer(bytes), limits.headerBytes)
  const top: MimePart[] = []
  const open: MimePart[][] = [top]
  const add = (part: Part): MimePart => {
    const node = describe(mail.source, part)
    open.at(-1)?.push(node)
    return node
  }
  walkParts(mail, limits, add, {
    open: (part) => void open.push(add(part).children),
    close: () => void open.pop(),
  })
  // A mail nested too deeply at once has no parts that were looked at.
  return top[0] ?? describe(mail.source, mail.root)
}

function describe(source: Buffer, part: Part): MimePart {
  const text = (value: string | undefined) => oneLine(value ?? '', longestText) || null
  const encoding = findField(part.fields, 'content-transfer-encoding')
  const filename = part.disposition?.parameters.get('filename') ?? part.parameters.get('name')
  return {
    content_type: text(part.type) ?? 'text/plain',
    charset: text(part.parameters.get('charset')),
    encoding: encoding && text(fieldValue(source, encoding, longestText).toLowerCase()),
    filename: text(filename),
    size: part.end - part.bodyStart,
    children: [],
  }
}
