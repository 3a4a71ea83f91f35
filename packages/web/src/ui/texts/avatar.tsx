import { useState, type CSSProperties } from 'react'
import { classNames } from '../class-names.ts'

type AvatarProps = {
  name: string
  image?: string | null
  size?: 'sm' | 'base' | 'lg'
  /** People are round, teams are square. */
  shape?: 'round' | 'square'
}

const sizes = {
  sm: 'size-[26px] text-[10.5px]',
  base: 'size-9 text-[13px]',
  lg: 'size-12 text-[17px]',
}

/** Decoration beside a visible name, so it has no accessible name. */
export function Avatar({ name, image, size = 'base', shape = 'round' }: AvatarProps) {
  const [shown, setShown] = useState<string | null>(null)
  const style: CSSProperties & { '--hue': number } = { '--hue': hue(name) }
  return (
    <span
      aria-hidden
      style={style}
      className={classNames(
        'relative inline-grid flex-none place-items-center overflow-hidden leading-none font-semibold select-none',
        shape === 'round' ? 'tint rounded-full' : 'tint-full rounded-md',
        sizes[size],
      )}
    >
      {/* Generated content: letters that no one reads out, copies or finds by text. */}
      <span
        data-initials={initials(name) || '?'}
        className="before:content-[attr(data-initials)]"
      />
      {/* Over the letters, which stay in sight until it is there and when it never comes. */}
      {image && (
        <img
          src={image}
          alt=""
          onLoad={() => setShown(image)}
          className={classNames(
            'absolute inset-0 size-full object-cover',
            shown !== image && 'opacity-0',
          )}
        />
      )}
    </span>
  )
}

/** A hue (0 to 359), always the same for the same text. */
function hue(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % 360
}

/** The first letters of the first and the last word, upper case; one letter for one word. */
export function initials(name: string): string {
  const words = name
    .split(/\s+/u)
    .map((word) => word.replace(/^\p{P}+/u, ''))
    .filter(Boolean)
  const first = words[0]
  if (first === undefined) return ''
  const last = words.length > 1 ? words[words.length - 1] : undefined
  return (firstLetter(first) + (last === undefined ? '' : firstLetter(last))).toUpperCase()
}

/** Whole characters (grapheme clusters): an emoji or an accented letter is not cut. */
function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)
  return first?.segment ?? ''
}
