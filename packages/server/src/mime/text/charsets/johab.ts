/** Johab (KS X 1001 annex 3): Hangul by its letters, five bits each; symbols and Hanja in the order of KS X 1001. */
export function decodeJohab(bytes: Buffer): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0
    if (first < 0x80) pieces.push(first === 0x5c ? '\u20a9' : String.fromCharCode(first))
    else {
      const second = bytes[at + 1] ?? 0
      const read = first < 0xd8 ? hangul((first << 8) | second) : other(first, second)
      pieces.push(read ?? '\ufffd')
      if (second >= 0x31) at++
    }
  }
  return pieces.join('')
}

const letters = {
  first: 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ',
  last: ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ',
}

/** Their places among the letters of Unicode's Hangul; -1 for none, null where there is no such letter. */
const placeOfFirst = (code: number) => (code >= 1 && code <= 20 ? code - 2 : null)
function placeOfVowel(code: number): number | null {
  const gaps = code >= 26 ? 9 : code >= 18 ? 7 : code >= 10 ? 5 : 3
  return code === 2
    ? -1
    : code < 3 || code > 29 || [8, 9, 16, 17, 24, 25].includes(code)
      ? null
      : code - gaps
}
const placeOfLast = (code: number) =>
  code < 1 || code > 29 || code === 18 ? null : code < 18 ? code - 1 : code - 2

function hangul(code: number): string | null {
  const first = placeOfFirst((code >> 10) & 31)
  const vowel = placeOfVowel((code >> 5) & 31)
  const last = placeOfLast(code & 31)
  if (first === null || vowel === null || last === null) return null
  const syllable = 0xac00 + (first * 21 + vowel) * 28 + last
  if (first >= 0 && vowel >= 0) return String.fromCharCode(syllable)
  // Letters that stand alone.
  if (first >= 0 && last === 0) return letters.first[first] ?? null
  if (first < 0 && vowel >= 0 && last === 0) return String.fromCharCode(0x314f + vowel)
  if (first < 0 && vowel < 0) return last === 0 ? '\u3000' : (letters.last[last] ?? null)
  return null
}

/** Two rows of KS X 1001 have one first byte. */
function other(first: number, second: number): string | null {
  const isFirst = (first >= 0xd9 && first <= 0xde) || (first >= 0xe0 && first <= 0xf9)
  const cell =
    second >= 0x91 && second <= 0xfe ? second - 0x43 : second <= 0x7e ? second - 0x31 : -1
  if (!isFirst || cell < 0) return null
  const row = (first < 0xe0 ? 2 * (first - 0xd9) : 2 * (first - 0xe0) + 41) + (cell < 94 ? 0 : 1)
  return euckr.decode(new Uint8Array([0xa1 + row, 0xa1 + (cell % 94)]))
}

const euckr = new TextDecoder('euc-kr')
