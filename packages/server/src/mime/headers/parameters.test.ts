import { describe, expect, test } from 'vitest'
import { parseStructured } from './parameters.ts'

test.each([
  ['a value alone', 'Text/HTML', 'text/html', {}],
  [
    'parameters',
    'text/plain; charset=utf-8; Format="flowed"',
    'text/plain',
    { charset: 'utf-8', format: 'flowed' },
  ],
  ['no space and a last semicolon', 'a/b;x=1;', 'a/b', { x: '1' }],
  ['a semicolon in quotes', 'a/b; x="1;2"; y=3', 'a/b', { x: '1;2', y: '3' }],
  ['escapes', 'a/b; x="q\\"q\\\\"', 'a/b', { x: 'q"q\\' }],
  ['a Windows path nobody escaped', 'a/b; x="C:\\new\\run"', 'a/b', { x: 'C:\\new\\run' }],
  ['a quote that never ends', 'a/b; x="1', 'a/b', { x: '1' }],
  ['comments', 'a/b (what) ; x=1 (why)', 'a/b', { x: '1' }],
  ['parentheses of a name', 'a/b; name=Invoice(1).pdf', 'a/b', { name: 'Invoice(1).pdf' }],
  ['the first of two', 'a/b; x=1; x=2', 'a/b', { x: '1' }],
  ['spaces around the equals sign', 'a/b; x = 1', 'a/b', { x: '1' }],
  [
    'names of objects’ own properties',
    'a/b; __proto__=1; constructor=2',
    'a/b',
    Object.fromEntries([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]),
  ],
  ['nothing', '', '', {}],
  ['an encoded-word', 'a/b; name="=?utf-8?Q?=C3=A9?=.txt"', 'a/b', { name: 'é.txt' }],
])('parameters of a field are read: %s', (_name, text, value, parameters) => {
  const read = parseStructured(text)
  expect(read.value).toBe(value)
  expect(read.parameters).toEqual(new Map(Object.entries(parameters)))
})

describe('RFC 2231', () => {
  test.each([
    ['a charset', "f*=utf-8'en'%C3%A9.txt", 'é.txt'],
    ['a charset of one byte', "f*=iso-8859-1''%E9.txt", 'é.txt'],
    ['sections', 'f*0="a"; f*1="b c"; f*2=".txt"', 'ab c.txt'],
    ['sections in disorder', 'f*1=b; f*0=a', 'ab'],
    ['a character across sections', "f*0*=utf-8''%C3; f*1*=%A9", 'é'],
    ['encoded and plain sections', "f*0*=utf-8''%C3%A9; f*1=%41", 'é%41'],
    ['the extended form before the plain one', "f=plain; f*=utf-8''extended", 'extended'],
    ['no charset at all', 'f*=%41', 'A'],
    ['bad escapes as written', "f*=utf-8''%ZZ%4", '%ZZ%4'],
  ])('joins %s', (_name, text, expected) => {
    expect(parseStructured(`attachment; ${text}`).parameters.get('f')).toBe(expected)
  })
})
