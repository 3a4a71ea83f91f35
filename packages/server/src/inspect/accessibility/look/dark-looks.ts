import { darkLooks } from '@mailstop/contract/dark-looks'
import Color, { type ColorInstance } from 'color'

type Change = (lightness: number) => number

const { range, exponent, android } = darkLooks
const turned: Change = (l) => 1 - range * l ** exponent

/** What clients do to the lightness of text and of what is behind it, as the dark looks of the reader simulate it. */
const clients: readonly { name: string; text: Change; surface: Change }[] = [
  {
    name: 'Outlook.com',
    text: (l) => Math.max(l, turned(l)),
    surface: (l) => Math.min(l, turned(l)),
  },
  { name: 'the app of Gmail', text: turned, surface: turned },
  {
    name: 'Android',
    text: (l) => (l < android.textBelow ? turned(l) : l),
    surface: (l) => (l > android.surfaceAbove ? turned(l) : l),
  },
]

/** The types of `color` lack it. */
type Oklch = { oklch: (...parts: number[]) => ColorInstance }

function changed(color: ColorInstance, change: Change): ColorInstance {
  const [lightness = 0, chroma = 0, hue = 0] = (color as unknown as Oklch).oklch().array()
  return (Color as unknown as Oklch).oklch(100 * change(lightness / 100), chroma, hue).rgb()
}

/** The client in whose dark mode text stands out least, and how much. */
export const darkestContrast = (text: ColorInstance, surface: ColorInstance) =>
  clients
    .map(({ name, ...change }) => ({
      client: name,
      ratio: changed(text, change.text).contrast(changed(surface, change.surface)),
    }))
    .reduce((one, other) => (other.ratio < one.ratio ? other : one))
