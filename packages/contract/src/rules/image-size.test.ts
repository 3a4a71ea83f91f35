import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageSize } from './image-size.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (sign) => sign.charCodeAt(0)) : part,
    ),
  )

const png = bytes([0x89], 'PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0x75, 0x30, 0, 0, 1, 0])
const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
  [0xff, 0xff, 0xc2, 0, 17, 8, 0x02, 0x00, 0x01, 0x00],
)
const tiled = [0x40, 0, 0, 0]

test.each([
  ['PNG', png, { type: 'image/png', width: 30_000, height: 256 }],
  ['GIF', bytes('GIF89a', [0x10, 0x27, 5, 0]), { type: 'image/gif', width: 10_000, height: 5 }],
  ['JPEG', jpeg, { type: 'image/jpeg', width: 256, height: 512 }],
  [
    'BMP with rows from the top',
    bytes('BM', Array(12).fill(0), [40, 0, 0, 0, 2, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff]),
    { type: 'image/bmp', width: 2, height: 3 },
  ],
  [
    'lossy WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', Array(10).fill(0), [0x80, 0x42, 0xe0, 0x01]),
    { type: 'image/webp', width: 640, height: 480 },
  ],
  [
    'lossless WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f, 0x7f, 0xc2, 0x77, 0]),
    { type: 'image/webp', width: 640, height: 480 },
  ],
  [
    'extended WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', Array(8).fill(0), [0x7f, 2, 0, 0xdf, 1, 0]),
    { type: 'image/webp', width: 640, height: 480 },
  ],
  [
    'AVIF of tiles',
    bytes(
      [0, 0, 0, 16],
      'ftypavif',
      tiled,
      'ispe',
      [0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0],
      'ispe',
      [0, 0, 0, 0, 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30],
    ),
    { type: 'image/avif', width: 30_000, height: 30_000 },
  ],
])('the size of %s is read from its first bytes', (_name, image, size) => {
  expect(imageSize(image)).toEqual(size)
})

test.each([
  ['a page', bytes('<html><script>alert(1)</script></html>')],
  ['nothing', bytes()],
  ['an image that ends in its header', png.subarray(0, 18)],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
  ['an image without a width', bytes('GIF89a', [0, 0, 5, 0])],
])('%s is no image', (_name, file) => {
  expect(imageSize(file)).toBeNull()
})

test('any bytes are an image or none, without an error', () => {
  const starts = [png, jpeg, bytes('GIF89a'), bytes('BM'), bytes('RIFF0000WEBPVP8X')]
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 100 }), (start, rest) => {
      const size = imageSize(Uint8Array.from([...start.subarray(0, 16), ...rest]))
      expect(size === null || (size.width > 0 && size.height > 0)).toBe(true)
    }),
  )
})
