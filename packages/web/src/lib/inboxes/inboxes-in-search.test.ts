import { expect, test } from 'vitest'
import { inboxesInSearch, missingInboxes } from './inboxes-in-search.ts'

test.each<[search: string, names: string[]]>([
  ['in:staging', ['staging']],
  ['Code (-in:staging OR IN:"Web shop")', ['staging', 'Web shop']],
  ['subject:"all in:staging" "in:shop" within:main login:in', []],
  ['in: in:""', []],
])('the search %s names its inboxes', (search, names) => {
  expect(inboxesInSearch(search)).toEqual(names)
})

test('an inbox of another name is missing, in upper or lower case', () => {
  const inboxes = [{ name: 'main' }, { name: 'Web shop' }]
  const searches = ['in:"web SHOP" -in:staging', 'in:Staging in:main in:qa']
  expect(missingInboxes(searches, inboxes)).toEqual(['Staging', 'qa'])
})
