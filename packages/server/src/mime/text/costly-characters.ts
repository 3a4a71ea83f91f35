const sliceLength = 64 * 1024
/** Japanese text in JIS has many of them in little text. */
const fewBytes = 256 * 1024

const isControl = (code: number) => code < 0x20 && code !== 9 && code !== 10 && code !== 13
const replacement = 0xfffd

/**
 * JSON in UTF-8 takes six bytes for a control character, and three for what stands for a byte that is no text. Where a text has
 * many of either, they become spaces and question marks, so that an answer is not many times its mail.
 */
export function withoutCostlyCharacters(text: string): string {
  let extra = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isControl(code)) extra += 5
    else if (code === replacement) extra += 2
  }
  if (extra <= Math.max(fewBytes, text.length / 2)) return text
  // In slices: an expression takes a hundred bytes for each match.
  const slices: string[] = []
  for (let at = 0; at < text.length; at += sliceLength) {
    const slice = text.slice(at, at + sliceLength)
    slices.push(slice.replaceAll('\ufffd', '?').replaceAll(/[^\P{Cc}\t\n\r\x7f-\x9f]/gu, ' '))
  }
  return slices.join('')
}
