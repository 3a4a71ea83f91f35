import type { TextPiece } from '@mailstop/contract/linkify'
import { visible } from '../../mime/extraction/readable-lines.ts'

/** Scripts without spaces between words count by letters. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu

/** The different words of a text, without its addresses, however they are written. */
export function wordsOf(pieces: readonly TextPiece[]): Set<string> {
  const words = new Set<string>()
  for (const { text, href } of pieces) {
    if (href !== null) continue
    for (const [found] of visible(text).normalize('NFKC').toLowerCase().matchAll(word)) {
      words.add(found.slice(0, 100))
    }
  }
  return words
}

const number = String.raw`(?<![\d.,])\d{1,12}(?:[.,' ]\d{3})*(?:[.,]\d{1,2})?(?!\d)`
const currency =
  '(?:[$€£¥₹₽₩₺]|\\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|AUD|CAD|Euro)\\b)'
const amount = new RegExp(`${currency} ?(${number})|(${number}) ?${currency}`, 'g')
const mostAmounts = 1_000

/** Sums of money in hundredths, as digits: 1,234.5 and 1.234,50 are the same. */
export function amountsIn(lines: string[]): Set<string> {
  const amounts = new Set<string>()
  for (const line of lines) {
    for (const [, before, behind] of line.matchAll(amount)) {
      if (amounts.size >= mostAmounts) return amounts
      const [, whole = '', part = ''] =
        /^(.*?)(?:[.,](\d{1,2}))?$/.exec(before ?? behind ?? '') ?? []
      amounts.add(`${whole.replaceAll(/\D/g, '')}.${part.padEnd(2, '0')}`)
    }
  }
  return amounts
}

/** The same for addresses that differ in what follows readers, or in a slash at the end. */
export function linkKey(href: string): string {
  const url = URL.parse(href)
  if (url === null) return href
  const kept = [...url.searchParams].filter(([name]) => !name.startsWith('utm_'))
  const query = new URLSearchParams(kept).toString()
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}?${query}`
}
