import { expect, test } from 'vitest'
import { createWaitRegistry } from './wait-registry.ts'

function registry() {
  const limits = { perAsker: 2, inAll: 4, termsPerAsker: 9, termsPerTeam: 99 }
  const { add, remove, size } = createWaitRegistry(limits)
  const ended: string[] = []
  /** `eve.1` asks for the user eve in team 1. */
  function wait(name: string) {
    const [user = '', team = ''] = name.split('.')
    const asker = { user, team }
    const made = {
      teamId: Number(team),
      asker,
      recipientKey: null,
      terms: 1,
      end: () => ended.push(name),
    }
    add(made)
    return made
  }
  return { wait, remove, size, ended }
}

test('a user with many teams has no more than others once all places are taken', () => {
  const { wait, ended, size } = registry()
  for (const name of ['eve.1', 'eve.2', 'eve.3', 'eve.4']) wait(name)
  for (const name of ['ann.9', 'ann.9']) wait(name)
  expect(ended).toEqual(['eve.4', 'eve.3'])
  expect(() => wait('eve.5')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(size()).toBe(4)
})

test('what a user asks for in one team, and their programs there, have limits of their own', () => {
  const { wait, remove } = registry()
  const [first] = [wait('eve.1'), wait('eve.1')]
  expect(() => wait('eve.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  wait('eve.2')
  remove(first)
  remove(first)
  wait('eve.1')
})
