import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { growthRatio, mostGrowth } from '../../../test/support/growth.ts'
import { zipAttachments } from './attachments-zip.ts'

const part = (name: string, content: string) =>
  `--b\r\nContent-Type: application/octet-stream; name="${name}"\r\n\r\n${content}\r\n`

const mail = (...parts: string[]) =>
  Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi\r\n${parts.join('')}--b--\r\n`,
  )

const unzipped = async (source: Buffer) =>
  Object.entries(unzipSync(await zipAttachments(source))).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString(),
  ])

test('an archive has every file of a mail, under a name of its own', async () => {
  const source = mail(
    part('a.txt', 'one'),
    part('../../a.txt', 'two'),
    part('Prüfung.txt', 'three'),
    part('empty', ''),
  )
  expect(await unzipped(source)).toEqual([
    ['a.txt', 'one'],
    ['a (2).txt', 'two'],
    ['Prüfung.txt', 'three'],
    ['empty', ''],
  ])
})

test('an archive is decoded from base64, and is the same each time', async () => {
  const base64 =
    '--b\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD\r\n'
  expect(await unzipped(mail(base64))).toEqual([['a.png', 'ABC']])
  expect(await zipAttachments(mail(base64))).toEqual(await zipAttachments(mail(base64)))
})

test('a mail without files makes an empty archive', async () => {
  expect(await unzipped(mail())).toEqual([])
})

test('an archive of as many files as a mail may have is hardly larger than the mail', async () => {
  const source = mail(...Array.from({ length: 1_990 }, () => part('a.txt', 'x')))
  const archive = await zipAttachments(source)
  expect(Object.keys(unzipSync(archive))).toHaveLength(1_990)
  expect(archive.length).toBeLessThan(source.length + 1_990 * 1_024)
  expect(archive.byteLength).toBe(archive.buffer.byteLength)
})

test('files cost time in proportion to their number', async () => {
  const make = (count: number) => mail(...Array.from({ length: count }, () => part('a.txt', 'x')))
  expect(await growthRatio(450, make, zipAttachments)).toBeLessThan(mostGrowth)
})
