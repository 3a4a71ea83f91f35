import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DamagedSource, packNow } from '../mail/packing.ts'
import { cutOut, placeOf, placeRow, placesIn, runsOf } from './segment-place.ts'
import { newSegmentId, segmentKey, segmentOfKey, segmentTime } from './segment-keys.ts'

const number = fc.nat(2 ** 32 - 1)

test('a row returns the place that it was made of', () => {
  const place = fc.record({
    segment: fc.constant(null).map(() => newSegmentId(Date.now())),
    start: number,
    bytes: number,
    crc: number,
  })
  fc.assert(
    fc.property(place, (one) => {
      expect(placeOf(placeRow(one))).toEqual(one)
    }),
  )
})

test('no packed source is taken for a place, with any beginning of a mail', () => {
  const source = fc.uint8Array({ minLength: 0, maxLength: 200 })
  fc.assert(
    fc.property(source, (bytes) => {
      expect(placeOf(packNow(bytes))).toBeNull()
      expect(placeOf(packNow(placeRow(placesIn(newSegmentId(1), [bytes])[0] as never)))).toBeNull()
    }),
  )
})

test('bytes that were changed or are missing are no source', () => {
  const [, second] = placesIn(newSegmentId(1), [Buffer.from('one'), Buffer.from('two')])
  const place = second as NonNullable<typeof second>
  expect(place).toMatchObject({ start: 3, bytes: 3 })
  expect(Buffer.from(cutOut(Buffer.from('onetwo'), 0, place)).toString()).toBe('two')
  expect(() => cutOut(Buffer.from('twO'), 3, place)).toThrow(DamagedSource)
  expect(() => cutOut(Buffer.from('tw'), 3, place)).toThrow(DamagedSource)
})

test('sources that are near each other are read together, and none beyond a megabyte', () => {
  const [one, other] = [newSegmentId(1), newSegmentId(2)]
  const at = (segment: string, start: number, bytes: number) => ({
    place: { segment, start, bytes, crc: 0 },
  })
  const items = [
    at(other, 0, 10),
    at(one, 50_000, 10),
    at(one, 0, 10),
    at(one, 900_000, 200_000),
    at(one, 2_000_000, 5_000_000),
    at(one, 1_110_000, 10),
  ]
  expect(runsOf(items).map(({ segment, start, end }) => [segment, start, end])).toEqual([
    [one, 0, 50_010],
    [one, 900_000, 1_110_010],
    [one, 2_000_000, 7_000_000],
    [other, 0, 10],
  ])
})

test('the key of a segment follows from its id, and keys are in the order of time', () => {
  const times = [1, 1_700_000_000_000, 1_700_000_000_001, 1_790_000_000_000]
  const ids = times.map(newSegmentId)
  expect(ids.map(segmentTime)).toEqual(times)
  const keys = ids.map(segmentKey)
  expect(keys.toSorted()).toEqual(keys)
  expect(keys.map(segmentOfKey)).toEqual(ids)
  expect(keys[3]).toMatch(/^2026\/09\/2\d\/[0-9a-f-]{36}$/)
  expect(segmentOfKey('2026/09/21/notes.txt')).toBeNull()
})
