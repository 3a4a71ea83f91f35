/** Parts of hostile fields and bodies. */
export const run = '<img src=x: onerror=alert(1)>'
export const script = '<script>alert(1)</script>'
export const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
export const word = (text: string, charset = 'utf-8') => `=?${charset}?B?${base64(text)}?=`
export const percent = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
