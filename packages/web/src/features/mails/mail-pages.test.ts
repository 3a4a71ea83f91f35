import type { MailSummary } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import {
  mailsOf,
  neighbourOf,
  stepFrom,
  withChange,
  withoutMail,
  type MailPages,
} from './mail-pages.ts'

const mail = (id: number): MailSummary => ({
  id,
  from: null,
  to: [],
  subject: '',
  date: null,
  received_at: '2026-11-21T09:41:00.000Z',
  read_at: null,
  flagged: false,
  attachment_count: 0,
  size: 1,
})

const pagesOf = (...ids: number[][]): MailPages => ({
  pages: ids.map((page) => ({
    data: page.map(mail),
    meta: {
      current_page: 1,
      last_page: 2,
      per_page: 2,
      total: ids.flat().length,
      total_is_exact: true,
      next_cursor: null,
    },
  })),
  pageParams: ids.map((_, index) => (index === 0 ? null : `after-${index}`)),
})

const idsOf = (pages: MailPages) => mailsOf(pages).map(({ id }) => id)

test('the pages are one list', () => {
  expect(idsOf(pagesOf([5, 4], [3]))).toEqual([5, 4, 3])
  expect(mailsOf(undefined)).toEqual([])
})

describe('a change', () => {
  test('reaches its mail and no other', () => {
    const changed = withChange(pagesOf([5, 4], [3]), 3, { flagged: true })
    expect(mailsOf(changed).map(({ flagged }) => flagged)).toEqual([false, false, true])
  })

  test('of a mail that is not held changes nothing', () => {
    const pages = pagesOf([5, 4])
    expect(withChange(pages, 9, { flagged: true })).toBe(pages)
    expect(withoutMail(pages, 9)).toBe(pages)
  })

  test('leaves what was held before as it was', () => {
    const pages = pagesOf([5, 4])
    withChange(pages, 5, { flagged: true })
    expect(mailsOf(pages)[0]?.flagged).toBe(false)
  })
})

test('a deleted mail is gone and counted down on every page', () => {
  const without = withoutMail(pagesOf([5, 4], [3]), 4)
  expect(idsOf(without)).toEqual([5, 3])
  expect(without.pages.map(({ meta }) => meta.total)).toEqual([2, 2])
})

describe('the mail that is selected when one goes', () => {
  test.each([
    [5, 4],
    [4, 3],
    [3, 4],
    [9, null],
  ])('after %d comes %s', (id, next) => {
    expect(neighbourOf(mailsOf(pagesOf([5, 4], [3])), id)?.id ?? null).toBe(next)
  })

  test('is none when it was the only one', () => {
    expect(neighbourOf([mail(1)], 1)).toBeNull()
  })
})

describe('a step through the list', () => {
  test.each([
    [null, 1, 5],
    [null, -1, 5],
    [5, 1, 4],
    [5, -1, 5],
    [3, 1, 3],
    [3, -1, 4],
    [9, 1, 5],
  ])('from %s by %d leads to %d', (id, step, to) => {
    expect(stepFrom(mailsOf(pagesOf([5, 4], [3])), id, step)?.id).toBe(to)
  })

  test('leads nowhere in an empty list', () => {
    expect(stepFrom([], null, 1)).toBeNull()
  })
})
