/** How mail programs change lightness in dark mode, from 0 to 1: the reader draws with these numbers, and the check computes with them. */
export const darkLooks = {
  /** A color of the lightness `l` is turned around to `1 - range * l ** exponent`. The exponent keeps grey text readable. */
  range: 0.82,
  exponent: 1.5,
  /** Android turns text below, and surfaces above. */
  android: { textBelow: 0.67, surfaceAbove: 0.85 },
} as const
