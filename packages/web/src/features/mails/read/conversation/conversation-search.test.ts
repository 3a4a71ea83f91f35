import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { conversationSearch } from './conversation-search.ts'

const headers = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }))

test.each([
  [{}, null],
  [{ 'Message-ID': 'none' }, null],
  [
    { 'message-id': '<a@x.test>' },
    'header:Message-ID="a@x.test" OR header:References="a@x.test" OR header:In-Reply-To="a@x.test"',
  ],
  [
    { 'Message-ID': '<c@x>', 'In-Reply-To': '<b@x>', References: '<a@x> <b@x>' },
    'header:Message-ID="c@x" OR header:References="a@x" OR header:In-Reply-To="a@x" OR header:Message-ID="a@x" OR header:Message-ID="b@x" OR header:In-Reply-To="b@x" OR header:In-Reply-To="c@x" OR header:References="c@x"',
  ],
])('a mail with %j is searched for with %j', (fields, search) => {
  expect(conversationSearch(headers(fields))).toBe(search)
})

test('a search with long ids stays within its limit', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => `<${id.repeat(150)}@x>`)
  const fields = { 'Message-ID': c ?? '', 'In-Reply-To': b ?? '', References: a ?? '' }
  const search = conversationSearch(headers(fields)) ?? ''
  expect(search.length).toBeLessThanOrEqual(limits.queryLength)
  expect(search).toContain('References="aaa')
})
