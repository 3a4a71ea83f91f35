import { buffer } from 'node:stream/consumers'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { onlyMail } from './only-mail.ts'

const tar = Buffer.concat([
  Buffer.from('a/mail.eml'.padEnd(257, '\0')),
  Buffer.from('ustar\u000000'.padEnd(255, '\0')),
])

async function* inPieces(file: Uint8Array, size: number) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}

const read = (file: string | Uint8Array, size: number) =>
  buffer(onlyMail(inPieces(Buffer.from(file), size)))

test.each([
  ['gzip', gzipSync('From a 1:00\nSubject: b\n\nhi'), 'This is a gzip file: unpack it first.'],
  ['zstd', zstdCompressSync('Subject: b\n\nhi'), 'This is a zstd file'],
  ['zip', 'PK\u0003\u0004 and more', 'This is a zip file'],
  ['tar', tar, 'This is a tar file'],
  ['binary', '\u007FELF\0\0\0', 'This is a binary file'],
  ['a list of users', 'root:x:0:0:root:/root:/bin/bash\nann:x:1:1::/:/bin/sh\n', 'This is no mail'],
  ['prose', 'Dear Ann,\n\nSubject: not this\n', 'This is no mail'],
  ['prose with a colon', 'Note: read this\n\nSubject: not this\n', 'This is no mail'],
  ['a page', `<!doctype html>\n<p>${'x'.repeat(1_000)}`, 'This is no mail'],
])('%s is refused', async (_, file, sentence) => {
  for (const size of [1, 100_000]) await expect(read(file, size)).rejects.toThrow(sentence)
})

test.each([
  ['', 'nothing'],
  ['Subject: a\n\nhi', 'a mail'],
  ['subject : a', 'a header by itself'],
  ['From a\n\n', 'an mbox'],
  [`DKIM-Signature: ${'x\n '.repeat(500)}\nDate: today\n\nhi\0`, 'a field that is long'],
])('%j passes as it is: %s', async (file) => {
  for (const size of [1, 100_000]) expect((await read(file, size)).toString()).toBe(file)
})
