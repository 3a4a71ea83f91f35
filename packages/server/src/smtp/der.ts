/** Values of ASN.1 in their distinguished encoding (X.690), as far as a certificate needs them. */
const value = (tag: number) =>
  function encode(...parts: Uint8Array[]): Buffer {
    const content = Buffer.concat(parts)
    return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
  }

/** Under 128 in one byte, else the bytes of the length after how many they are (section 8.1.3). */
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const digits = length.toString(16)
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

export const sequence = value(0x30)
export const setOf = value(0x31)
export const octetString = value(0x04)
const bits = value(0x03)
const objectId = value(0x06)
const integerBytes = value(0x02)
const utf8Bytes = value(0x0c)

export const yes = Buffer.from([0x01, 0x01, 0xff])
/** Not negative: a first bit of 1 would be a sign. */
export const integer = (hex: string): Buffer => integerBytes(Buffer.from(hex, 'hex'))
export const utf8 = (text: string): Buffer => utf8Bytes(Buffer.from(text))
/** By its encoded bytes in hexadecimal digits. */
export const oid = (hex: string): Buffer => objectId(Buffer.from(hex, 'hex'))
export const bitString = (bytes: Uint8Array, unusedBits = 0): Buffer =>
  bits(Buffer.from([unusedBits]), bytes)
/** `[number]` around values. */
export const explicit = (number: number, ...parts: Uint8Array[]): Buffer =>
  value(0xa0 | number)(...parts)
/** `[number]` in place of the value's own tag. */
export const implicit = (number: number, bytes: Uint8Array): Buffer => value(0x80 | number)(bytes)

/** UTCTime until 2049, GeneralizedTime from then on (RFC 5280 section 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|[.]\d+/g, '')
  const isShort = date.getUTCFullYear() < 2050
  return value(isShort ? 0x17 : 0x18)(Buffer.from(isShort ? digits.slice(2) : digits))
}
