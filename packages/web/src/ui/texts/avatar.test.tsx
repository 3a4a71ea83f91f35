import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

const lettersOf = (container: HTMLElement) =>
  container.querySelector('[data-initials]')?.getAttribute('data-initials')

test('an avatar shows initials where there is no image', () => {
  const { container } = render(<Avatar name="Ada Byron" />)
  expect(lettersOf(container)).toBe('AB')
  expect(container.querySelector('img')).toBeNull()
})

test('an avatar shows its image once it is loaded, and initials until then', () => {
  const { container } = render(<Avatar name="Ada Byron" image="/ada.png" />)
  const image = container.querySelector('img') as HTMLImageElement
  expect([image.getAttribute('src'), image.className]).toEqual([
    '/ada.png',
    expect.stringContaining('opacity-0'),
  ])
  expect(lettersOf(container)).toBe('AB')
  fireEvent.load(image)
  expect(image.className).not.toContain('opacity-0')
})

test.each([
  ['sm', 'size-[26px]'],
  ['base', 'size-9'],
  ['lg', 'size-12'],
] as const)('comes in the size %s', (size, className) => {
  const { container } = render(<Avatar name="Ada" size={size} />)
  expect((container.firstChild as HTMLElement).className).toContain(className)
})
