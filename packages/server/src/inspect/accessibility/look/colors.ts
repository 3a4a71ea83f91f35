import Color, { type ColorInstance } from 'color'

/** No colour that is known has more characters; what is longer is not read. */
const longest = 100

/** Null for what is no colour, or one that depends on others. */
export function readColor(css: string): ColorInstance | null {
  try {
    return Color(css.slice(0, longest)).rgb()
  } catch {
    return null
  }
}

/** What is seen of a colour on one that nothing shines through. */
export function over(color: ColorInstance, below: ColorInstance): ColorInstance {
  const alpha = color.alpha()
  if (alpha === 1) return color
  const under = below.array()
  return Color.rgb(
    color
      .array()
      .slice(0, 3)
      .map((part, at) => part * alpha + (under[at] ?? 0) * (1 - alpha)),
  )
}
