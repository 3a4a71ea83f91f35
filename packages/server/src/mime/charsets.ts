import { isAscii, isUtf8 } from 'node:buffer'

/**
 * Bytes to text in whatever charset a mail names, right or wrong. Never throws: an unknown or
 * missing charset is read as UTF-8 when the bytes are valid UTF-8, else as windows-1252.
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  if (bytes.length === 0) return ''
  const label = charset === '' ? '' : normalLabel(charset)
  if (!shiftsStates(label) && isAscii(bytes)) return latin1(bytes)
  // Mail that says it is ASCII but holds valid multi-byte UTF-8 is UTF-8 in practice.
  if (guessable.has(label) && isUtf8(bytes)) return utf8.decode(bytes)
  return (decoderFor(label) ?? windows1252).decode(bytes)
}

type Decoder = InstanceType<typeof TextDecoder>

const utf8 = new TextDecoder('utf-8')
const windows1252 = new TextDecoder('windows-1252')
const guessable = new Set(['', 'utf-8', 'us-ascii', 'unknown-8bit', '8bit', 'x-unknown', 'binary'])

/** Charsets in which a run of ASCII bytes need not mean ASCII characters. */
function shiftsStates(label: string): boolean {
  return label.startsWith('iso-2022') || label.startsWith('utf-16') || label.startsWith('hz')
}

/** Names seen in mail that the Encoding Standard does not list; the values it does. */
const aliases = new Map([
  ['utf8', 'utf-8'],
  ['utf-8-mac', 'utf-8'],
  ['utf8mb4', 'utf-8'],
  ['ascii', 'us-ascii'],
  ['ansi_x3.4-1968', 'us-ascii'],
  ['iso-8859-8-e', 'iso-8859-8'],
  ['cp932', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['windows-932', 'shift_jis'],
  ['eucjp', 'euc-jp'],
  ['cp51932', 'euc-jp'],
  ['eucjp-ms', 'euc-jp'],
  ['iso-2022-jp-1', 'iso-2022-jp'],
  ['iso-2022-jp-2', 'iso-2022-jp'],
  ['iso-2022-jp-ms', 'iso-2022-jp'],
  ['cp50220', 'iso-2022-jp'],
  ['cp50221', 'iso-2022-jp'],
  ['cp936', 'gbk'],
  ['windows-936', 'gbk'],
  ['ms936', 'gbk'],
  ['gb_2312-80', 'gbk'],
  ['euccn', 'gbk'],
  ['euc-cn', 'gbk'],
  ['cp949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['euckr', 'euc-kr'],
  ['cp950', 'big5'],
  ['windows-950', 'big5'],
  ['cp874', 'windows-874'],
  ['tis620', 'windows-874'],
])

function normalLabel(charset: string): string {
  const label = charset.slice(0, 60).trim().toLowerCase().replaceAll('"', '').replaceAll("'", '')
  const plain = aliases.get(label)
  if (plain !== undefined) return plain
  if (!label.startsWith('x-')) return label
  return aliases.get(label.slice(2)) ?? (decoderFor(label) ? label : label.slice(2))
}

/** A hostile mail may make up labels without end: only so many are remembered. */
const mostLabels = 500
const decoders = new Map<string, Decoder | null>([['utf-8', utf8]])

function decoderFor(label: string): Decoder | null {
  const known = decoders.get(label)
  if (known !== undefined) return known
  let decoder: Decoder | null = null
  try {
    decoder = new TextDecoder(label)
  } catch {
    // Not a label of the Encoding Standard.
  }
  if (decoders.size < mostLabels) decoders.set(label, decoder)
  return decoder
}

function latin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1')
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
