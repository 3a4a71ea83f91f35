import { expect, test } from 'vitest'
import { readAttachedMail } from '../parts/attached-mail.ts'
import { readTnef } from './tnef.ts'

function attribute(id: number, data: Buffer | string): Buffer {
  const content = Buffer.from(data)
  const head = Buffer.alloc(9, 2)
  head.writeUInt32LE(id, 1)
  head.writeUInt32LE(content.length, 5)
  return Buffer.concat([head, content, Buffer.alloc(2)])
}

const begin = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0])
const file = (name: string, data: string) => [
  attribute(0x0006_9002, Buffer.alloc(14)),
  attribute(0x0001_8010, `${name}\0`),
  attribute(0x0006_800f, data),
]
const longName = Buffer.from('Größe des Berichts.pdf\0', 'utf16le')
const properties = Buffer.concat([
  Buffer.from([1, 0, 0, 0, 0x1f, 0, 0x07, 0x37, 1, 0, 0, 0, longName.length, 0, 0, 0]),
  longName,
])
const winmail = Buffer.concat([
  begin,
  attribute(0x0001_8004, 'Subject\0'),
  ...file('a.txt', 'hello'),
  ...file('GROSSE~1.PDF', 'x'),
  attribute(0x0006_9005, properties),
])
const files = [
  { filename: 'a.txt', size: 5 },
  { filename: 'Größe des Berichts.pdf', size: 1 },
]

test('the files of a winmail.dat have their long names', () => {
  expect(readTnef(winmail)).toEqual({ files, isCut: false })
})

test('what is cut, or is no TNEF, is read as far as it goes', () => {
  expect(readTnef(winmail.subarray(0, -1))?.isCut).toBe(false)
  expect(readTnef(winmail.subarray(0, -60))).toEqual({
    files: [files[0], { filename: 'GROSSE~1.PDF', size: 1 }],
    isCut: true,
  })
  expect(readTnef(Buffer.from('hello world'))).toBeNull()
  for (let end = 0; end < winmail.length; end += 1) readTnef(winmail.subarray(0, end))
})

test.each(['application/ms-tnef', 'application/octet-stream'])(
  'a winmail.dat of the type %s that is opened lists its files',
  async (type) => {
    const source = Buffer.from(
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: ${type}; name=winmail.dat\r\n` +
        `Content-Transfer-Encoding: base64\r\n\r\n${winmail.toString('base64')}\r\n--b--`,
    )
    expect(await readAttachedMail(source, '1')).toMatchObject({ attachments: files, text: '' })
  },
)
