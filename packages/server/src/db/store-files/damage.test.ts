import { expect, test } from 'vitest'
import { isDamage, readUndamaged } from './damage.ts'
import { DamagedSource } from '../mail/packing.ts'

const withFields = (fields: object) => Object.assign(new Error('x'), fields)

test.each([
  ['a source that is not what was stored', new DamagedSource(), true],
  ['SQLITE_CORRUPT', withFields({ errcode: 11 }), true],
  ['SQLITE_NOTADB', withFields({ errcode: 26 }), true],
  ['SQLITE_IOERR_READ', withFields({ errcode: 266 }), true],
  ['SQLITE_IOERR_SHORT_READ', withFields({ errcode: 522 }), true],
  ['a damaged page of Postgres', withFields({ severity: 'ERROR', code: 'XX001' }), true],
  ['a full disk', withFields({ errcode: 13 }), false],
  ['a mistake of ours', new Error('x'), false],
])('what cannot be read is damage, as the store says of it: %s', (_, error, is) => {
  expect(isDamage(error)).toBe(is)
})

test('what the disk cannot read is left out, and all beside it is read', async () => {
  const read = async (ids: number[]) => {
    if (ids.includes(2)) throw withFields({ errcode: 266 })
    return ids
  }
  expect(await readUndamaged([1, 2, 3], read)).toEqual([1, 3])
})
