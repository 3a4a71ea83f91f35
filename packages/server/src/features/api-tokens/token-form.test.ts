import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { hintOf, isWellFormed, newToken } from './token-form.ts'

describe('a token', () => {
  test('is its prefix and 36 letters and digits, no two alike', () => {
    const tokens = Array.from({ length: 1_000 }, newToken)
    for (const token of tokens) expect(token).toMatch(/^mst_[0-9A-Za-z]{36}$/)
    expect(new Set(tokens).size).toBe(tokens.length)
    expect(tokens.every(isWellFormed)).toBe(true)
  })

  test('uses every character equally often', () => {
    const counts = new Map<string, number>()
    for (let made = 0; made < 2_000; made += 1) {
      for (const character of newToken().slice(4, 34)) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    expect(counts.size).toBe(62)
    // 968 on average, with a standard deviation of 31.
    for (const count of counts.values()) expect(Math.abs(count - 968)).toBeLessThan(250)
  })

  test('ends with the CRC-32 of its random characters, in base 62', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const token = newToken()
    const value = token
      .slice(-6)
      .split('')
      .reduce((sum, each) => sum * 62 + alphabet.indexOf(each), 0)
    expect(value).toBe(crc32(token.slice(4, 34)))
  })

  test('is refused with any one character changed, cut or added', () => {
    const token = newToken()
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'a' ? 'b' : 'a'
      expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
    }
    const wrong = [token.slice(0, -1), `${token}0`, ` ${token}`, token.slice(4), `${token}\n`, '']
    for (const each of wrong) expect([each, isWellFormed(each)]).toEqual([each, false])
  })

  test('is recognized in a list by the four characters after its prefix', () => {
    expect(hintOf('mst_AbC9xyz')).toBe('AbC9')
  })
})
