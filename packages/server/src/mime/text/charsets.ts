import { isAscii, isUtf8 } from 'node:buffer'
import { decodeOlder, olderCharsets } from './charsets/older-charsets.ts'
import { decodeUtf7 } from './utf-7.ts'

/**
 * Bytes to text in whatever charset a mail names, right or wrong. Never throws: an unknown or
 * missing charset is read as UTF-8 when the bytes are valid UTF-8, else as windows-1252. Where the
 * bytes are the start of a text that was cut, a last character that lacks its end is left out.
 */
export function decodeText(bytes: Uint8Array, charset: string, isCut = false): string {
  if (bytes.length === 0) return ''
  const label = charset === '' ? '' : knownLabel(charset)
  if (label === 'utf-7') return decodeUtf7(asBuffer(bytes).toString('latin1'))
  if (!shiftsStates(label) && isAscii(bytes)) return asBuffer(bytes).toString('latin1')
  if (older.has(label)) return decodeOlder(asBuffer(bytes), label)
  // Mail that says it is ASCII but holds valid multi-byte UTF-8 is UTF-8 in practice.
  if (guessable.has(label)) {
    const whole = isCut ? withoutPartialCharacter(asBuffer(bytes)) : bytes
    if (isUtf8(whole)) return utf8.decode(whole)
  }
  const decoder = decoderFor(label.startsWith('utf-16') ? utf16Of(bytes, label) : label)
  if (!isCut) return decoder.decode(bytes)
  const text = decoder.decode(bytes, { stream: true })
  // Resets what the decoder holds of the last character.
  decoder.decode()
  return text
}

/** The charset that makes a browser show these bytes as `decodeText` reads them. */
export function browserCharset(bytes: Uint8Array, charset: string): string {
  const label = charset === '' ? '' : knownLabel(charset)
  if (guessable.has(label) && isUtf8(bytes)) return 'utf-8'
  // No browser reads UTF-7 (Encoding Standard section 4.2), nor the older ones.
  if (label === 'utf-7' || older.has(label)) return 'us-ascii'
  return label.startsWith('utf-16') ? utf16Of(bytes, label) : label || 'windows-1252'
}

/** The name of a charset in the Encoding Standard or of an older one; empty where nobody knows it. */
export const canonicalCharset = (charset: string) => knownLabel(charset)

/** Whether a charset leaves bytes beyond ASCII open, so that html may name their charset. */
export function leavesOpen(charset: string): boolean {
  const label = charset === '' ? '' : knownLabel(charset)
  return label === '' || label === 'us-ascii'
}

/** Whether bytes that are no UTF-8 must be meant in another charset than this one. */
export const mayBeOther = (charset: string) => charset === '' || guessable.has(knownLabel(charset))

/**
 * RFC 2781 section 4.3: a mark says the order of the bytes, and without one the first byte of a character comes first.
 * Many senders mean the other order, which the zeros of ASCII tell.
 */
function utf16Of(bytes: Uint8Array, label: string): string {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (label !== 'utf-16') return label
  const zeros = [0, 0]
  const end = Math.min(bytes.length, 1_000)
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const utf8 = new TextDecoder('utf-8')
const windows1252 = new TextDecoder('windows-1252')
const guessable = new Set(['', 'utf-8', 'us-ascii'])

/** Whether a run of ASCII bytes need not be ASCII characters in a charset. */
function shiftsStates(label: string): boolean {
  return shifting.test(label)
}

const shifting = /^(?:iso-2022|utf-16|utf-32|hz|johab)/

type Decoder = InstanceType<typeof TextDecoder>

/**
 * Labels of the Encoding Standard as mail uses them; after `=`, names it does not list for the
 * same. Invalid labels are refused here, because each would cost an exception of the platform.
 */
const known = `utf-8 = utf8 unicode-1-1-utf-8 utf-8-mac utf8mb4 cp65001
utf-7 = utf7 unicode-1-1-utf-7 csunicode11utf7 unicode-2-0-utf-7
us-ascii = ascii ansi_x3.4-1968 iso646-us
iso-8859-1 = latin1 l1 iso8859-1 iso_8859-1 iso88591 iso_8859-1:1987 cp819
iso-8859-2 = latin2 l2 iso8859-2 iso_8859-2 iso88592
iso-8859-3 = latin3 iso8859-3 iso_8859-3
iso-8859-4 = latin4 iso8859-4 iso_8859-4
iso-8859-5 = cyrillic iso8859-5 iso_8859-5
iso-8859-6 = arabic iso8859-6 iso_8859-6
iso-8859-7 = greek iso8859-7 iso_8859-7
iso-8859-8 = hebrew iso8859-8 iso_8859-8 iso-8859-8-i iso-8859-8-e
iso-8859-9 = latin5 iso8859-9 iso_8859-9
iso-8859-10 = latin6 iso8859-10
iso-8859-13 = iso8859-13
iso-8859-14 = iso8859-14
iso-8859-15 = latin9 iso8859-15 iso_8859-15
iso-8859-16 =
windows-1250 = cp1250
windows-1251 = cp1251
windows-1252 = cp1252 ansi
windows-1253 = cp1253
windows-1254 = cp1254
windows-1255 = cp1255
windows-1256 = cp1256
windows-1257 = cp1257
windows-1258 = cp1258
windows-874 = cp874 tis-620 tis620 iso-8859-11
ibm866 = cp866 866
koi8-r = koi8 koi
koi8-u = koi8-ru
macintosh = mac mac-roman
x-mac-cyrillic = mac-cyrillic
gbk = gb2312 gb_2312-80 gb_2312 chinese cp936 ms936 windows-936 euc-cn euccn
gb18030 =
big5 = big5-hkscs cn-big5 cp950 windows-950
euc-jp = eucjp cp51932 eucjp-ms
iso-2022-jp = iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms cp50220 cp50221 cp50222 junet
shift_jis = shift-jis sjis cp932 ms932 ms_kanji windows-932 windows-31j
euc-kr = euckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean cp949 uhc windows-949
utf-16 = ucs-2 unicode iso-10646-ucs-2
utf-16le =
utf-16be =`

const labels = new Map<string, string>()
const older = new Set<string>()
for (const [list, names] of [
  [null, known],
  [older, olderCharsets],
] as const) {
  for (const line of names.split('\n')) {
    const [label = '', others = ''] = line.split(' =')
    list?.add(label)
    for (const name of [label, ...others.split(' ')]) labels.set(name, label)
  }
}
labels.delete('')

/** Empty for an unknown charset. */
function knownLabel(charset: string): string {
  const label = charset.slice(0, 60).trim().toLowerCase()
  const found = labels.get(label)
  if (found !== undefined) return found
  if (label.startsWith('x-')) return labels.get(label.slice(2)) ?? ''
  // A sender may have forgotten to separate the rest from it.
  const [word = ''] = label.split(/[\s;,"']/, 1)
  return word === label ? '' : (labels.get(word) ?? '')
}

const decoders = new Map<string, Decoder>([['utf-8', utf8]])

function decoderFor(label: string): Decoder {
  let decoder = label === '' ? windows1252 : decoders.get(label)
  if (!decoder) {
    decoder = new TextDecoder(label)
    decoders.set(label, decoder)
  }
  return decoder
}

/** Cuts off the first bytes of a UTF-8 character whose rest is missing. */
export function withoutPartialCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes
    // The lead byte tells how many bytes there should be.
    if (byte >= 0xc0) {
      const whole = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return whole > back ? bytes.subarray(0, bytes.length - back) : bytes
    }
  }
  return bytes
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer) return bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
