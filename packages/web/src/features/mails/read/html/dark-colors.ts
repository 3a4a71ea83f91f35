import { darkLooks } from '@mailstop/contract/dark-looks'

/** How clients in dark mode show a mail: in the colors of its author, or in others that they choose. */
export const darkModes = ['authored', 'outlook', 'gmail', 'android'] as const
export type DarkMode = (typeof darkModes)[number]
export type Simulation = Exclude<DarkMode, 'authored'>

/** What a color is for: a text, or the surface behind it with its borders. */
type Use = 'text' | 'surface'

const { range, exponent, android } = darkLooks

/** The other end of the scale: black becomes white, and white the black of a dark client. */
const turned = `(1 - ${range} * pow(l, ${exponent}))`

/** 1 on one side of a threshold and 0 on the other, as CSS has no comparison of numbers. */
const above = (threshold: number) => `clamp(0, (l - ${threshold}) * 1000, 1)`
const below = (threshold: number) => `clamp(0, (${threshold} - l) * 1000, 1)`
const turnedWhere = (condition: string) => `l + (${turned} - l) * ${condition}`

/**
 * The lightness `l` of a color in the dark. Outlook.com darkens light surfaces and lightens dark text; the app of Gmail
 * turns every color around; Android darkens what is nearly white, and turns text that would be too dark on it.
 */
const lightness: Record<Simulation, Record<Use, string>> = {
  outlook: { text: `max(l, ${turned})`, surface: `min(l, ${turned})` },
  gmail: { text: turned, surface: turned },
  android: {
    text: turnedWhere(below(android.textBelow)),
    surface: turnedWhere(above(android.surfaceAbove)),
  },
}

/** Their colors come from elsewhere, where they are changed already. */
const borrowed =
  /^(?:|currentcolor|inherit|initial|unset|revert|revert-layer|transparent|auto|none|context-fill|context-stroke|url\(.*)$/i

/** A color as a client in dark mode shows it, computed by the browser; null where it stays. */
export function darkColor(mode: Simulation, use: Use, color: string): string | null {
  if (borrowed.test(color)) return null
  return `oklch(from ${color} calc(${lightness[mode][use]}) c h)`
}

const names = (use: Use, properties: string): [string, Use][] =>
  properties.split(' ').map((name) => [name, use])

/** The properties whose value is a color alone. Clients leave gradients and shadows as they are. */
export const colorProperties: ReadonlyMap<string, Use> = new Map([
  ...names(
    'text',
    'color -webkit-text-fill-color -webkit-text-stroke-color text-decoration-color caret-color fill stroke',
  ),
  ...names(
    'surface',
    'background-color border-top-color border-right-color border-bottom-color border-left-color outline-color column-rule-color',
  ),
])
