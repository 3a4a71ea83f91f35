import { expect, test } from 'vitest'
import { summarize } from '../../../mime/summary.ts'
import { caughtTags, differentTags } from './mail-tags.ts'
import { changedTags } from '../change/mail-tag-changes.ts'

const tagsOf = (source: string, { login = '', to = [] as string[] } = {}) =>
  caughtTags({ envelope: { to }, login, summary: summarize(Buffer.from(source)) })

test('a login with a plus tags its mail, before the tags of the header', () => {
  const source = 'X-Tags: b, a\r\nSubject: x\r\nx-tags: c\r\n\r\n'
  expect(tagsOf(source, { login: 'k3v9+run42' }).sure).toEqual(['run42', 'b', 'a', 'c'])
  expect(tagsOf(source, { login: 'k3v9' }).sure).toEqual(['b', 'a', 'c'])
})

test('what is no tag is left out, and spaces are made one', () => {
  const header = 'X-Tags: sign  up ,,  é, a/b, <script>, A.b_c@d-e, =?utf-8?q?q?='
  expect(tagsOf(`${header}\r\n\r\n`).sure).toEqual(['sign up', 'A.b_c@d-e', 'q'])
  expect(tagsOf(`X-Tags: ${'x'.repeat(101)}\r\n\r\n`).sure).toEqual([])
})

test('tags that differ in case alone are one, as it was written first', () => {
  expect(differentTags(['Run', 'run', 'RUN', 'other'])).toEqual(['Run', 'other'])
})

test('a mail has at most 100 tags', () => {
  const many = Array.from({ length: 150 }, (_, index) => `t${index}`)
  expect(tagsOf(`X-Tags: ${many.join(',')}\r\n\r\n`).sure).toEqual(many.slice(0, 100))
})

test('addresses with a plus of the header and of the envelope have tags', () => {
  const source =
    'From: app+ci@shop.test\r\nTo: "Ada" <ada+one+two@x.test>\r\nCc: b+Three@x.test\r\n\r\n'
  const to = [
    'hidden+four@x.test',
    'plain@x.test',
    'odd+a=b@x.test',
    '"a+b"@x.test',
    'none+@x.test',
  ]
  expect(tagsOf(source, { to }).plus).toEqual(['ci', 'one', 'two', 'Three', 'four'])
})

test('a change keeps the case of a tag that a mail has, and refuses too many', () => {
  expect(changedTags(['Run', 'old'], { add_tags: ['run', 'new'], remove_tags: ['OLD'] })).toEqual([
    'Run',
    'new',
  ])
  expect(changedTags(['Run'], { tags: ['RUN', 'x'] })).toEqual(['RUN', 'x'])
  expect(changedTags(['Run'], { tags: [] })).toEqual([])
  const full = Array.from({ length: 100 }, (_, index) => `t${index}`)
  expect(changedTags(full, { add_tags: ['one more'] })).toBeNull()
  expect(changedTags(full, { add_tags: ['T3'] })).toEqual(full)
  expect(changedTags(full, { add_tags: ['new'], remove_tags: ['t0'] })).toHaveLength(100)
})
