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

const png = (contentId: string, location = '') => ({
  contentId,
  location,
  type: 'image/png',
  filename: 'i.png',
  size: 1,
  read: () => Buffer.from('x'),
})

test.each([
  ['<a&b@x>', 'src="cid:a&amp;b@x"'],
  ["<o'n@x>", `src="cid:o'n@x"`],
  ['<img(1).png>', 'src="cid:img(1).png"'],
  ['<my logo>', 'src="cid:my logo"'],
  ['<my logo>', 'src="cid:my%20logo"'],
  ['<logo%20x@y>', 'src="cid:logo%20x@y"'],
  ['<logo%20x@y>', 'src="cid:logo x@y"'],
  ['<c@x> (logo)', 'src="cid:c@x"'],
  ['(logo) <c@x>', "src='cid:c@x'"],
  ['<d@x>', 'src="cid:d&#64;x"'],
  ['<d@x>', 'src=cid:d%40x>'],
  ['<d@x>', `style="background:url(&quot;cid:d@x&quot;)"`],
  ["<o'n@x>", `style="background:url(cid:o'n@x)"`],
  ['<d@x>', 'srcset="x.png 1x, cid:d@x 2x"'],
  ['d@x', 'background="cid:d@x"'],
])('an image with the Content-ID %s is what %s names', (contentId, attribute) => {
  const { html } = inlineImages(`<img ${attribute}>`, [png(contentId)])
  expect(html).toContain('data:image/png;base64,eA==')
})

test.each([
  ['images/a.png', 'images/a.png', null],
  ['https://a.test/i/a.png', 'https://a.test/i/a.png', null],
  ['https://a.test/i/a.png', 'a.png', 'https://a.test/i/page.html'],
  ['a.png', 'https://a.test/i/a.png', 'https://a.test/i/page.html'],
  ['https://cdn.example/a.png', 'a.png', '//cdn.example/'],
  ['a.png', 'https://cdn.example/a.png', ' //cdn.example/ '],
  ['a%20b.png', 'a b.png', null],
])('an image at the location %s is what %s names, from the base %s on', (location, src, base) => {
  const { html, used } = inlineImages(
    `<img src="${src.replace(' ', '%20')}">`,
    [png('', location)],
    { base },
  )
  expect(html).toBe('<img src="data:image/png;base64,eA==">')
  expect(used.size).toBe(1)
})

test('a base that is too long is repeated in no address', () => {
  const base = `https://a.test/${'b'.repeat(2_000)}/`
  expect(inlineImages('<img src="a.png">', [png('', `${base}a.png`)], { base }).used.size).toBe(0)
})
