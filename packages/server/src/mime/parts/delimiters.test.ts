import { expect, test } from 'vitest'
import { summarize } from '../summary.ts'
import { viewMail } from '../view/view.ts'

/** The texts that a multipart with this boundary is taken apart into. */
async function texts(boundary: string, ...lines: string[]): Promise<string[]> {
  const header = `Content-Type: multipart/mixed; boundary="${boundary}"`
  const source = Buffer.from([header, '', ...lines].join('\r\n'))
  const { text } = await viewMail(source)
  const summarized = summarize(source).text.replaceAll('\r\n', '\n')
  expect(text?.startsWith(summarized) ?? true).toBe(true)
  return text?.trim().split(/\n+/) ?? []
}

const long = 'b'.repeat(700)

test.each([
  ['of one letter', 'b', ['--b', '', 'one', '--b', '', 'two', '--b--', 'no'], ['one', 'two']],
  [
    'of 700 letters',
    long,
    [`--${long}`, '', 'one', `--${long}`, '', 'two', `--${long}--`, 'no'],
    ['one', 'two'],
  ],
  [
    'that differs in the last of 700 letters',
    long,
    [`--${long}`, '', 'one', `--${long.slice(1)}c`, '', 'two', `--${long}--`],
    ['one', `--${long.slice(1)}c`, 'two'],
  ],
  ['with white space behind it', 'b', ['--b \t', '', 'one', '--b-- ', 'no'], ['one']],
  [
    'with a remark behind it',
    'boundary-1',
    ['--boundary-1 (this is the text)', '', 'one', '--boundary-1-- that was all', 'no'],
    ['one'],
  ],
  [
    'beside one that begins alike',
    'boundary-1',
    ['--boundary-1', '', 'one', '--boundary-10', 'two', '--boundary-1--'],
    ['one', '--boundary-10', 'two'],
  ],
  ['in a line of text', 'b', ['--b', '', 'one --b', 'two', '--b--'], ['one --b', 'two']],
  ['too short for a remark', '-', ['---', '', 'one', '--- two', '-----'], ['one', '--- two']],
  ['that is nowhere', 'b', ['one', '--c', 'two'], ['one', '--c', 'two']],
])('a boundary %s', async (_name, boundary, lines, expected) => {
  expect(await texts(boundary, ...lines)).toEqual(expected)
})
