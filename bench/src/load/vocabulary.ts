import type { Random } from './random.ts'

const syllables =
  'an ber co da el fi gra ho in jo ka lu mi no or pa qui ra se to un ver wi ya zon'.split(' ')

/** Made-up words, some long, some short; as many as an app's mails hold. */
const words = Array.from({ length: 20_000 }, (_, index) => {
  let word = ''
  for (let rest = index + 30; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length]
  }
  return word
})

/** One word, the frequent ones often: as in any language, half of a text is a few hundred words. */
export const word = (random: Random): string =>
  words[Math.floor(words.length ** (random.below(1_000_000) / 1_000_000)) - 1] ?? 'an'

/** Something that occurs in one mail only: an order number, a token in a link. */
export const uniqueWord = (random: Random): string =>
  random.below(2 ** 31).toString(36) + random.below(2 ** 31).toString(36)

/** Lines of words, `bytes` long or a word more. */
export function prose(random: Random, bytes: number): string {
  const lines: string[] = []
  let line = ''
  for (let length = 0; length < bytes;) {
    const next = word(random)
    length += next.length + 1
    line = line === '' ? next : `${line} ${next}`
    if (line.length < 66 && length < bytes) continue
    lines.push(`${line}.`)
    line = ''
  }
  return lines.join('\r\n')
}
