import { expect, test } from 'vitest'
import { askedPeople } from './people-suggestions.ts'

test.each([
  ['from:', { role: 'sender', operator: 'from:', text: '', before: '' }],
  ['red -from:ad', { role: 'sender', operator: 'from:', text: 'ad', before: 'red -' }],
  ['to:x', { role: 'recipient', operator: 'to:', text: 'x', before: '' }],
  ['cc:x', { role: 'recipient', operator: 'cc:', text: 'x', before: '' }],
  ['(ada', { role: 'sender', operator: 'from:', text: 'ada', before: '(' }],
  ['ad', null],
  ['subject:ada', null],
  ['from:"ada', null],
  ['ada ', null],
])('for the search %j it is asked for %j', (search, asked) => {
  expect(askedPeople(search)).toEqual(asked)
})
