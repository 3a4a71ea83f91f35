import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

describe('searchWords', () => {
  test.each([
    ['nothing', '', ''],
    ['nothing but separators', ' \r\n\t.,;-_ ', ''],
    ['upper case', 'Hello WORLD', 'hello world'],
    ['an email address by its parts', 'billing@rocket.test', 'billing rocket test'],
    ['a link by its parts', 'https://Example.test/a?b=1', 'https example test a b 1'],
    ['letters and digits together', 'INV-2024x7', 'inv 2024x7'],
    ['composed accents', 'Ünïcödé', 'unicode'],
    ['decomposed accents', 'U\u0308ni\u0308code', 'unicode'],
    ['a capital dotted i', 'İstanbul', 'istanbul'],
    ['ligatures', 'ﬁne ﬂat', 'fine flat'],
    ['full width letters', 'ＡＢＣ１２３', 'abc123'],
    ['a fraction by its digits', '½', '1 2'],
    ['either sigma', 'ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['Cyrillic', 'Привет, Мир', 'привет мир'],
    ['Han one by one', '東京都 2024年', '東 京 都 2024 年'],
    ['Kana one by one, voiced marks stripped', 'ガーデン', 'カ ー テ ン'],
    ['Hangul by syllable', '한국어', '한 국 어'],
    ['Hangul from its letters', '\u1112\u1161\u11ab', '한'],
    ['Thai one by one', 'ไทย', 'ไ ท ย'],
    ['scripts that touch', 'Tokyo東京tower', 'tokyo 東 京 tower'],
    ['symbols and emoji as separators', 'a★b🚀c', 'a b c'],
    ['lone surrogates as separators', 'a\ud800b', 'a b'],
    ['letters beyond the basic plane', '𝐀𝐁 𐐀𐐁', 'ab 𐐨𐐩'],
    [
      'letters that do not decompose',
      'Straße Łódź Øre Đorđe Æsop cœur',
      'strasse lodz ore dorde aesop coeur',
    ],
    ['more of them', 'GROẞ ǿre Ǽ þorn Íð ħal ŧap ılık', 'gross ore ae thorn id hal tap ilik'],
    [
      'words with what is invisible',
      'Pass\u00adwort\u200b a\u200cb\u200dc\u2060d\ufeffe\u200ef\u200fg',
      'passwort abcdefg',
    ],
    ['curly quotes within English', 'don’t “stop”', 'don t stop'],
  ])('reads %s', (_name, text, words) => {
    expect(searchWords(text)).toBe(words)
  })

  test.each([
    ['ASCII', 'a'.repeat(70), 'a'.repeat(64)],
    ['other letters', 'ж'.repeat(70), 'ж'.repeat(64)],
    ['letters of two code units, never half of one', `ж${'𐐨'.repeat(40)}`, `ж${'𐐨'.repeat(31)}`],
  ])('cuts words of %s at 64 code units', (_name, text, words) => {
    expect(searchWords(text)).toBe(words)
  })

  test.each([
    ['ASCII', 'word '.repeat(5_000)],
    ['other letters', 'слово '.repeat(5_000)],
    ['spaceless scripts', '字'.repeat(5_000)],
    ['ASCII in a text that is not', `é ${'word '.repeat(5_000)}`],
  ])('returns at most 4,000 words, or as many as asked for, of %s', (_name, text) => {
    expect(searchWords(text).split(' ')).toHaveLength(4_000)
    expect(searchWords(text, { words: 3 }).split(' ')).toHaveLength(3)
    expect(searchWords(text, { words: 0 })).toBe('')
  })

  test('returns words of letters and decimal digits only, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(searchWords(text)).toMatch(/^(?:[\p{L}\p{Nd}]{1,64}(?: [\p{L}\p{Nd}]{1,64})*)?$/u)
      }),
    )
  })

  test('changes nothing when words are normalised again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = searchWords(text)
        expect(searchWords(words)).toBe(words)
      }),
    )
  })

  test('reads a word the same whatever stands beside it', () => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        const words = [searchWords(left), searchWords(right)].filter((part) => part !== '')
        expect(searchWords(`${left} ${right}`)).toBe(words.join(' '))
      }),
    )
  })

  test('returns the words that unicode61 keeps whole', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(`create virtual table t using fts5(body, tokenize = "unicode61 remove_diacritics 0");
      create virtual table terms using fts5vocab(t, 'instance')`)
    const samples = [
      'Billing@Rocket.test Ünïcode ΟΔΟΣ 東京 한국어 ไทย',
      'Привет 123 a1b2 שלום हिन्दी',
      'ﬁ İ ½',
    ]
    for (const sample of samples) {
      const words = searchWords(sample)
      db.prepare('insert into t (body) values (?)').run(words)
      const terms = db.prepare('select term from terms order by "offset"').all()
      expect(terms.map((row) => row['term'])).toEqual(words.split(' '))
      db.exec('delete from t')
    }
    db.close()
  })
})

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
