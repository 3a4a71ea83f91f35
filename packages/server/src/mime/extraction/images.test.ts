import { limits } from '@mailstop/contract/limits'
import { expect, test } from 'vitest'
import { readHtml } from './html-contents.ts'
import { htmlImages } from './images.ts'

const imagesOf = (html: string, attachments: [string, string][] = []) =>
  htmlImages(readHtml(html), new Map(attachments))

test('images have what their tags say', () => {
  expect(
    imagesOf('<img src="https://a.test/x.png" alt=" A  photo "><img src="y.png" alt=""><img>'),
  ).toEqual([
    { src: 'https://a.test/x.png', alt: 'A photo', attachment: null, tracker: false },
    { src: 'y.png', alt: '', attachment: null, tracker: false },
  ])
})

test('images of the mail name their attachment', () => {
  const attachments: [string, string][] = [['logo@a.test', '2']]
  const found = imagesOf('<img src="cid:logo%40a.test"><img src="CID:other">', attachments)
  expect(found.map(({ attachment }) => attachment)).toEqual(['2', null])
})

test('images within the html are listed without their bytes', () => {
  const [image] = imagesOf(`<img src="data:image/png;base64,${'A'.repeat(100_000)}">`)
  expect(image?.src).toBe('data:image/png;base64,')
})

test.each<[string, boolean]>([
  ['width="1" height="1"', true],
  ['width=0 height=0', true],
  ['width="1px" height="1"', true],
  ['width=1', true],
  ['style="width:1px;height:1px !important"', true],
  ['style="display: none"', true],
  ['style="visibility:hidden" width=600', true],
  ['hidden', true],
  ['', false],
  ['width=1 height=20', false],
  ['width=100% height=1', true],
  ['width=600 height=200', false],
  ['style="min-height:1px" width=600', false],
])('a remote image with %s is a tracker: %s', (attributes, tracker) => {
  expect(imagesOf(`<img src="https://track.test/o.gif" ${attributes}>`)[0]?.tracker).toBe(tracker)
})

test('an image that is not from the web cannot track', () => {
  const found = imagesOf(
    '<img src="cid:a" width=1 height=1><img src="data:image/gif;base64,R" hidden>',
  )
  expect(found.map(({ tracker }) => tracker)).toEqual([false, false])
})

test('addresses of images begin from the base of the html', () => {
  const html = '<base href="https://a.test/m/"><img src="x.png" width=1 height=1><img src="cid:y">'
  expect(imagesOf(html, [['y', '1']])).toMatchObject([
    { src: 'https://a.test/m/x.png', attachment: null, tracker: true },
    { src: 'cid:y', attachment: '1' },
  ])
  expect(imagesOf('<base href="//cdn.example/"><img src="x.png">')).toMatchObject([
    { src: 'https://cdn.example/x.png' },
  ])
  expect(imagesOf('<base href="/m/"><img src="x.png">')).toMatchObject([{ src: 'x.png' }])
})

test('a long base makes only so many addresses longer', () => {
  const html = `<base href="https://a.test/${'b'.repeat(1_900)}/">${'<img src=x>'.repeat(700)}`
  const sources = imagesOf(html).map(({ src }) => src)
  expect(sources.join('').length).toBeLessThan(limits.resolvedCharacters + 4_000)
  expect([sources[0]?.length, sources.at(-1)]).toEqual([1_917, 'x'])
})

test('an image belongs to the attachment with its location', () => {
  expect(imagesOf('<img src="i/x.png">', [['i/x.png', '2']])).toMatchObject([{ attachment: '2' }])
})
