import type { MimePart } from '@mailstop/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { viewMail } from '../view/view.ts'

async function structureOf(text: string): Promise<MimePart> {
  const { structure } = await viewMail(Buffer.from(text, 'latin1'))
  if (!structure) throw new Error('no structure')
  return structure
}

const multipart = (type: string, boundary: string, ...parts: string[]) =>
  `Content-Type: ${type}; boundary=${boundary}\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`

const countParts = ({ children }: MimePart): number =>
  children.reduce((count, child) => count + countParts(child), 1)

test('the structure of a mail nests as its parts do, with what each header declares', async () => {
  const text =
    'Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: Base64\r\n\r\naGk='
  const html = 'Content-Type: text/html\r\n\r\n<p>hi'
  const file =
    'Content-Type: image/png\r\nContent-Disposition: attachment; filename="a b.png"\r\n\r\n12345'
  const bodies = multipart('multipart/alternative', 'in', text, html)
  const leaf = { charset: null, encoding: null, filename: null, children: [] }
  expect(await structureOf(multipart('multipart/mixed', 'out', bodies, file))).toMatchObject({
    content_type: 'multipart/mixed',
    children: [
      {
        content_type: 'multipart/alternative',
        children: [
          { ...leaf, content_type: 'text/plain', charset: 'UTF-8', encoding: 'base64', size: 4 },
          { ...leaf, content_type: 'text/html', size: 5 },
        ],
      },
      { ...leaf, content_type: 'image/png', filename: 'a b.png', size: 5 },
    ],
  })
})

test.each([
  ['no header', '\r\nhello', 'text/plain'],
  ['nothing', '', 'text/plain'],
  ['a multipart without a boundary', 'Content-Type: multipart/mixed\r\n\r\nx', 'multipart/mixed'],
])('a mail of one part is that part: %s', async (_name, source, type) => {
  expect(await structureOf(source)).toMatchObject({ content_type: type, children: [] })
})

test('the structure is bounded in parts and in depth', async () => {
  const many = Array.from({ length: 5_000 }, () => 'Content-Type: text/plain\r\n\r\nx')
  expect(countParts(await structureOf(multipart('multipart/mixed', 'b', ...many)))).toBeLessThan(
    600,
  )
  let deep = 'Content-Type: text/plain\r\n\r\nx'
  for (let depth = 0; depth < 200; depth += 1) {
    deep = multipart('multipart/mixed', `b${depth}x`, deep)
  }
  expect(countParts(await structureOf(deep))).toBeLessThan(60)
})

test('any bytes have a structure', async () => {
  const pieces = fc.constantFrom(
    'Content-Type: multipart/mixed; boundary=b',
    '\r\n',
    '--b',
    '--',
    'x',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (all) => {
      const part = await structureOf(all.join(''))
      expect(part.size).toBeLessThanOrEqual(all.join('').length)
    }),
  )
})
