import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthRatio, mostGrowth } from '../../../test/support/growth.ts'
import { createZipNames } from './zip-names.ts'

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['/etc/passwd', '_etc_passwd'],
  ['C:\\windows\\x.exe', 'C__windows_x.exe'],
  ['photo\u202Egnp.exe', 'photognp.exe'],
  ['line\r\nbreak\u0000.txt', 'linebreak.txt'],
  ['.htaccess', 'htaccess'],
  ['con.txt', '_con.txt'],
  ['__proto__', '__proto__'],
  [' .. ', 'file'],
  ['Prüfung €.txt', 'Prüfung €.txt'],
])('the name %j becomes %j in an archive', (filename, name) => {
  expect(createZipNames()(filename)).toBe(name)
})

test('names that are alike, or differ by case alone, are numbered', () => {
  const names = ['a.txt', 'A.TXT', 'a.txt', 'a (2).txt', 'b', 'b'].map(createZipNames())
  expect(names).toEqual(['a.txt', 'A (2).TXT', 'a (3).txt', 'a (2) (2).txt', 'b', 'b (2)'])
})

test('no two entries have the same name, and none is a path', () => {
  const filename = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'A', 'a (2)', '..'))
  fc.assert(
    fc.property(fc.array(filename), (filenames) => {
      const names = filenames.map(createZipNames())
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^[^./\\][^/\\]*$/)
    }),
  )
})

test('names of more files of one name take time in proportion to their number', async () => {
  const make = (count: number) => Array.from({ length: count }, () => 'a.txt')
  const ratio = await growthRatio(2_000, make, (names) => names.map(createZipNames()))
  expect(ratio).toBeLessThan(mostGrowth)
})
