import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { inlineImages } from './inline-images.ts'

test.each([
  ['that has no room in the end', limits.inlinedImageBytes * 0.75 - 8],
  ['that has room a few times', limits.inlinedImageBytes / 4],
])('an image %s is decoded once, however often it is named', (_, size) => {
  let decoded = 0
  const image = {
    contentId: '<i>',
    location: '',
    type: 'image/png',
    filename: 'i.png',
    size: Math.floor(size),
    read() {
      decoded += 1
      return Buffer.alloc(Math.floor(size))
    },
  }
  const { html } = inlineImages('<img src="cid:i">'.repeat(1_000), [image])
  expect(decoded).toBe(1)
  expect(html.length).toBeLessThan(limits.inlinedImageBytes + 20_000)
})
