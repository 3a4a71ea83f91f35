import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMarker, encodeMarker, isAfter, isKnown, markerOf } from './mail-marker.ts'

const whole = fc.integer({ min: 0, max: 2 ** 50 })

test('a marker is read as it was written', () => {
  fc.assert(
    fc.property(whole, fc.option(whole), (revision, mail) => {
      const marker = mail === null ? markerOf(revision) : { revision, mailId: mail + 1 }
      expect(decodeMarker(encodeMarker(marker))).toEqual(marker)
    }),
  )
  expect(encodeMarker(markerOf(36))).toBe('r10')
  expect(encodeMarker({ revision: 35, mailId: 37 })).toBe('rz.11')
})

test.each(['', 'r', 'r01', 'r1.', 'r1.0', 'r-1', 'R1', 'r1.1.1', 'rzzzzzzzzzzzz', 'm1', ' r1'])(
  '%j is no marker',
  (text) => {
    expect(decodeMarker(text)).toBeNull()
  },
)

test('mail of a later revision is after a marker, and of its own what has a greater id', () => {
  const behind = { revision: 5, mailId: 7 }
  expect(isAfter({ revision: 6, mailId: 1 }, behind)).toBe(true)
  expect(isAfter({ revision: 5, mailId: 8 }, behind)).toBe(true)
  expect(isAfter({ revision: 5, mailId: 7 }, behind)).toBe(false)
  expect(isAfter({ revision: 4, mailId: 9 }, behind)).toBe(false)
  expect(isAfter({ revision: 5, mailId: 99 }, markerOf(5))).toBe(false)
})

test('a marker is known from the revision on behind which all arrivals are, to that of now', () => {
  const order = { arrivals_from: 5, revision: 9 }
  expect([4, 5, 9, 10].map((revision) => isKnown(markerOf(revision), order))).toEqual([
    false,
    true,
    true,
    false,
  ])
  // Some mail of that revision may have been forgotten.
  expect(isKnown({ revision: 5, mailId: 1 }, order)).toBe(false)
  expect(isKnown({ revision: 6, mailId: 1 }, order)).toBe(true)
})
