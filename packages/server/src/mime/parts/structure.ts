import type { MimePart } from '@mailstop/contract'
import { fieldValue } from './header-block.ts'
import { oneLine } from '../text/one-line.ts'
import { findField, type Part, type ReadMail } from './parts.ts'

/**
 * The MIME tree of a mail as its headers declare it, grown while its parts are walked. Bounded: parts
 * beyond the limit are missing from it, and their bytes still count in the sizes of the multiparts that
 * hold them.
 */
const mostParts = 500

const longestText = 200

export function createStructure({ source, root }: ReadMail) {
  const top: MimePart[] = []
  const opened: MimePart[][] = [top]
  let parts = 0

  function add(part: Part): MimePart[] {
    if (parts >= mostParts) return []
    parts++
    const node = describe(source, part)
    opened.at(-1)?.push(node)
    return node.children
  }

  return {
    add: (part: Part) => void add(part),
    open: (multipart: Part) => void opened.push(add(multipart)),
    close: () => void opened.pop(),
    /** A multipart below the depth limit has no parts that were read. */
    tree: (): MimePart => top[0] ?? describe(source, root),
  }
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
