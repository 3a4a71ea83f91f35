/**
 * Which files the `winmail.dat` of Outlook holds (TNEF, MS-OXTNEF section 2.1). The attributes are read one after the
 * other, and no file is copied. Null for what is no TNEF. `isCut` where it ends too soon or holds very many files.
 */
export type TnefContents = { files: TnefFile[]; isCut: boolean }
type TnefFile = { filename: string; size: number }

const signature = 0x22_3e_9f_78
const ids = { begins: 0x9002, title: 0x8010, data: 0x800f, properties: 0x9005 }
/** Level, id, length; and a checksum behind the data. */
const headBytes = 9
const checksumBytes = 2
const mostFiles = 1_000

export function readTnef(bytes: Buffer): TnefContents | null {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return null
  const files: TnefFile[] = []
  let file: TnefFile | null = null
  let at = 6
  while (at + headBytes <= bytes.length && files.length < mostFiles) {
    const id = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const start = at + headBytes
    if (start + length > bytes.length) break
    const data = bytes.subarray(start, start + length)
    if (id === ids.begins) files.push((file = { filename: '', size: 0 }))
    else if (file !== null && id === ids.data) file.size = length
    else if (file !== null && id === ids.title) file.filename ||= untilNul(data.toString('latin1'))
    else if (file !== null && id === ids.properties) {
      file.filename = longName(data) ?? file.filename
    }
    at = start + length + checksumBytes
  }
  return { files, isCut: at < bytes.length }
}

const untilNul = (text: string) => text.split('\0', 1)[0] ?? ''

/** PR_ATTACH_LONG_FILENAME, as Unicode or in eight bits: its tag, one value, its length, its bytes. */
function longName(properties: Buffer): string | null {
  for (const [tag, encoding] of longNames) {
    const found = properties.indexOf(tag)
    if (found === -1 || found + 12 > properties.length) continue
    const start = found + 12
    const length = Math.min(properties.readUInt32LE(found + 8), longestName)
    return untilNul(properties.subarray(start, start + length).toString(encoding))
  }
  return null
}

const longestName = 1_000
const longNames = [
  [Buffer.from([0x1f, 0, 0x07, 0x37]), 'utf16le'],
  [Buffer.from([0x1e, 0, 0x07, 0x37]), 'latin1'],
] as const
