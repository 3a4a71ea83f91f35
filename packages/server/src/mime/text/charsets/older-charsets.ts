import iconv from 'iconv-lite'
import { decodeJohab } from './johab.ts'

/** Charsets of old mail that no browser reads, and so `TextDecoder` neither. After `=`, other names of the same. */
export const olderCharsets = `hz-gb-2312 = hz
iso-2022-kr = csiso2022kr
johab = cp1361 ksc5601-1992
utf-32 = ucs-4 iso-10646-ucs-4
utf-32be = ucs-4be
utf-32le = ucs-4le
cp437 = ibm437 437 cspc8codepage437
cp737 = ibm737
cp775 = ibm775 cspc775baltic
cp850 = ibm850 850 cspc850multilingual
cp852 = ibm852 852 cspcp852
cp855 = ibm855 855
cp857 = ibm857 857
cp858 = ibm858 ibm00858 pc-multilingual-850+euro
cp860 = ibm860 860
cp861 = ibm861 861
cp862 = ibm862 862 cspc862latinhebrew
cp863 = ibm863 863
cp864 = ibm864
cp865 = ibm865 865
cp869 = ibm869 869`

export function decodeOlder(bytes: Buffer, label: string): string {
  switch (label) {
    case 'hz-gb-2312':
      return decodeHz(bytes)
    case 'iso-2022-kr':
      return decodeShifted(bytes)
    case 'johab':
      return decodeJohab(bytes)
    case 'utf-32':
      return iconv.decode(bytes, hasZeroFirst(bytes) ? 'utf-32be' : 'utf-32le')
    default:
      return iconv.decode(bytes, label)
  }
}

/** A mark, or a character: big-endian where it does not show (RFC 2781 section 4.3 says so of UTF-16). */
const hasZeroFirst = (bytes: Buffer) => bytes[0] === 0

const tilde = 0x7e

/** RFC 1843: between `~{` and `~}` stand the characters of GB 2312 in seven bits. */
function decodeHz(bytes: Buffer): string {
  const result = Buffer.alloc(bytes.length)
  let length = 0
  let shifted = false
  for (let at = 0; at < bytes.length; at++) {
    const [byte = 0, next] = [bytes[at], bytes[at + 1]]
    if (byte === tilde && (shifted ? next === 0x7d : next === 0x7b)) {
      shifted = !shifted
      at++
    } else if (byte === tilde && !shifted && next === tilde) {
      result[length++] = tilde
      at++
    } else if (byte === tilde && !shifted && next === 0x0a) at++
    else if (byte === 0x0a) {
      // A line begins in ASCII.
      shifted = false
      result[length++] = byte
    } else result[length++] = shifted && byte > 0x20 ? byte | 0x80 : byte
  }
  return gbk.decode(result.subarray(0, length))
}

/** RFC 1557: between SO and SI stand the characters of KS X 1001 in seven bits, which an escape announces. */
function decodeShifted(bytes: Buffer): string {
  const result = Buffer.alloc(bytes.length)
  let length = 0
  let shifted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === 0x0e || byte === 0x0f) shifted = byte === 0x0e
    else if (byte === 0x1b && bytes.toString('latin1', at + 1, at + 4) === '$)C') at += 3
    else {
      if (byte === 0x0a) shifted = false
      result[length++] = shifted && byte > 0x20 ? byte | 0x80 : byte
    }
  }
  return euckr.decode(result.subarray(0, length))
}

const gbk = new TextDecoder('gbk')
const euckr = new TextDecoder('euc-kr')
