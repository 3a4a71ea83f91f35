import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { processRoles } from '../../config/config-variables.ts'
import { countConnections, divideConnections, leastConnections } from './database-connections.ts'

test('a process opens the connections that its roles need', () => {
  const usual = { reading: 8, changing: 6, ingest: 6, live: 2 }
  expect(divideConnections(['http', 'smtp', 'worker'], null)).toEqual(usual)
  expect(divideConnections(['smtp'], null)).toEqual({ ...usual, reading: 2, changing: 2 })
  expect(divideConnections(['worker'], null)).toEqual({ ...usual, reading: 2, ingest: 2 })
})

test('what is set is divided among the same uses, and of each there are two', () => {
  const roles = fc.subarray([...processRoles])
  const totals = fc.integer({ min: leastConnections, max: 1_000 })
  fc.assert(
    fc.property(roles, totals, (some, total) => {
      const divided = divideConnections(some, total)
      expect(countConnections(divided)).toBe(total)
      expect(Math.min(...Object.values(divided))).toBeGreaterThanOrEqual(2)
    }),
  )
  expect(divideConnections([...processRoles], 32)).toEqual({
    reading: 12,
    changing: 10,
    ingest: 8,
    live: 2,
  })
})
