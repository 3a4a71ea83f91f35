import { expect, test } from 'vitest'
import { countWith, fleetTrouble } from './presence-rules.ts'

const web = { roles: 'http', connections: 18 }
const catcher = { roles: 'smtp,worker', connections: 14 }

test('processes without a worker are in trouble', () => {
  expect(fleetTrouble([web, catcher], 100)).toEqual([])
  expect(fleetTrouble([web, { ...catcher, roles: 'smtp' }], 100)).toEqual([
    'No process with the role worker is there: outgoing mail waits, and old mail is not deleted.',
  ])
})

test('processes that may open more connections than Postgres allows are in trouble', () => {
  expect(fleetTrouble([web, catcher], 32)).toEqual([])
  expect(fleetTrouble([web, catcher], 31)).toEqual([
    'The 2 processes may open 32 connections, and Postgres allows 31: lower DATABASE_CONNECTIONS or raise max_connections.',
  ])
  // Behind a pooler it is not known how many there may be.
  expect(fleetTrouble([web, catcher], null)).toEqual([])
})

test('a process counts for each of its roles', () => {
  const counts = ['http', 'smtp', 'worker'].map((role) => countWith([web, catcher, catcher], role))
  expect(counts).toEqual([1, 2, 2])
})
