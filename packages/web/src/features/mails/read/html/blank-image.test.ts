// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { blankImage } from './blank-image.ts'

function imageWith(attributes: Record<string, string>): Element {
  const image = document.createElement('img')
  for (const [name, value] of Object.entries(attributes)) image.setAttribute(name, value)
  return image
}

const drawing = (attributes: Record<string, string>) => {
  const source = blankImage(imageWith(attributes))
  if (!source?.startsWith('data:image/svg+xml,')) return null
  const svg = decodeURIComponent(source.slice('data:image/svg+xml,'.length))
  return new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
}

describe('the placeholder of a picture', () => {
  test.each([
    [{ width: '440', height: '80', alt: 'Rocket' }, '440', '80', 'Rocket'],
    [{ width: '440px', height: ' 80 ' }, '440', '80', ''],
    [{ width: '440', alt: 'Rocket' }, '440', '80', 'Rocket'],
    [{ width: '24', height: '24', alt: 'A text that is too long for it' }, '24', '24', ''],
    [{ width: '440', height: '80', alt: '<a & "b">' }, '440', '80', '<a & "b">'],
    [{ width: '440', height: '80', alt: 'nul\u0000 half \ud800' }, '440', '80', 'nul half '],
  ])('for %j is %s by %s and says %j', (attributes, width, height, text) => {
    const svg = drawing(attributes)
    expect(svg?.getAttribute('width')).toBe(width)
    expect(svg?.getAttribute('height')).toBe(height)
    expect(svg?.textContent).toBe(text)
  })

  test.each([
    [{ width: '1', height: '1', alt: '' }],
    [{ width: '0', height: '0' }],
    [{ width: '600', height: '1' }],
  ])('of a picture made not to be seen cannot be seen: %j', (attributes) => {
    expect(blankImage(imageWith(attributes))).toMatch(/^data:image\/gif/)
  })

  test.each([
    [{}],
    [{ alt: 'Rocket' }],
    [{ width: '100%' }],
    [{ width: '-3' }],
    [{ width: '1e9' }],
  ])('is left to the browser without a size: %j', (attributes) => {
    expect(blankImage(imageWith(attributes))).toBeNull()
  })
})
