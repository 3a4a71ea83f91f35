import type { MailSummary } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { neighbourOf, stepFrom } from './list-steps.ts'

const mails = [9, 7, 5].map((id) => ({ id }) as MailSummary)

test.each<[number | null, 1 | -1, number]>([
  [null, 1, 9],
  [null, -1, 9],
  [9, 1, 7],
  [7, -1, 9],
  [9, -1, 9],
  [5, 1, 5],
  [8, 1, 7],
  [8, -1, 9],
  [2, 1, 5],
  [2, -1, 5],
  [12, 1, 9],
])('from mail %s a step of %d leads to %d', (id, step, expected) => {
  expect(stepFrom(mails, id, step)?.id).toBe(expected)
})

test.each<[number, number[], number | null]>([
  [9, [9], 7],
  [7, [7], 5],
  [5, [5], 7],
  [7, [7, 5], 9],
  [9, [9, 7, 5], null],
  [8, [8], 7],
])('when mail %d goes with %j, mail %s is next', (id, gone, expected) => {
  expect(neighbourOf(mails, id, new Set(gone))?.id ?? null).toBe(expected)
})
