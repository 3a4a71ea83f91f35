import { describe, expect, test } from 'vitest'
import { completedShortcut, keyNames, worksWhileTyping, type KeyPress } from './shortcut-keys.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test.each<[string, KeyPress, string[]]>([
  ['a letter is itself', press('j'), ['j']],
  ['caps lock makes no difference', press('J'), ['j']],
  ['Shift and a letter', press('J', { shiftKey: true }), ['shift+j']],
  ['Shift and an arrow', press('ArrowUp', { shiftKey: true }), ['shift+ArrowUp']],
  ['a character is what it types, whatever was held for it', press('?', { shiftKey: true }), ['?']],
  ['AltGr types a character', press('#', { ctrlKey: true, altKey: true }), ['#']],
  ['Ctrl is the modifier', press('b', { ctrlKey: true }), ['mod+b']],
  ['Cmd is the modifier and itself', press('1', { metaKey: true }), ['mod+1', 'meta+1']],
  ['Alt alone belongs to the browser', press('d', { altKey: true }), []],
])('keys complete a shortcut or not: %s', (_, pressed, names) => {
  expect(keyNames(pressed)).toEqual(names)
})

describe('completing a shortcut', () => {
  const shortcuts = ['i', 'g i', 'mod+b']
  test('takes the sequence rather than its last key', () => {
    expect(completedShortcut(shortcuts, ['g'], ['i'])).toBe('g i')
  })
  test('takes the key alone after any other key', () => {
    expect(completedShortcut(shortcuts, ['x'], ['i'])).toBe('i')
  })
  test('finds nothing for the beginning of a sequence', () => {
    expect(completedShortcut(shortcuts, [], ['g'])).toBeUndefined()
  })
})

test.each([
  ['j', false],
  ['f', false],
  ['g i', false],
  ['mod+b', true],
  ['meta+1', true],
  ['F8', true],
])('the shortcut %s works while typing: %s', (shortcut, works) => {
  expect(worksWhileTyping(shortcut)).toBe(works)
})
