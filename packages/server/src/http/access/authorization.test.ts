import { expect, test } from 'vitest'
import { claimOf } from './authorization.ts'

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const bearer = { kind: 'token', token: 'mst_x', byBrowser: false }
const ofBasic = { kind: 'token', token: 'mst_x', byBrowser: true }

test.each([
  [undefined, null],
  ['', null],
  ['Bearer mst_x', bearer],
  ['bearer   mst_x ', bearer],
  // A variable that is empty.
  ['Bearer', { kind: 'other' }],
  ['Bearer ', { kind: 'other' }],
  ['Bearer eyJhbGciOiJub25lIn0', { kind: 'other' }],
  ['Bearer msp_x', { kind: 'other' }],
  [basic('mst_x:'), ofBasic],
  [basic('mst_x'), ofBasic],
  [basic(':mst_x'), ofBasic],
  [basic('api:mst_x'), ofBasic],
  [basic('mst_x:anything'), ofBasic],
  // The password counts where both are tokens.
  [basic('mst_y:mst_x'), ofBasic],
  [basic('api:mst_x:y'), { ...ofBasic, token: 'mst_x:y' }],
  ['basic ' + Buffer.from('api:mst_x').toString('base64'), ofBasic],
  // The login of a proxy in front.
  [basic('ann:secret'), null],
  ['Basic', null],
  ['Basic %%%', null],
  ['Digest username="mst_x"', null],
  ['mst_x', null],
])('Authorization: %s', (authorization, claim) => {
  expect(claimOf(authorization === undefined ? {} : { authorization })).toEqual(claim)
})
