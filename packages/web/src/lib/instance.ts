/**
 * What tells this installation apart from others: the server writes INSTANCE_NAME and INSTANCE_COLOR into the page,
 * so that the first paint has them.
 */
export const instanceName = (): string | null =>
  document.documentElement.dataset['instance'] ?? null

/** The colour of its label, as `#rrggbb`. */
export const instanceColor = (): string | null =>
  document.documentElement.dataset['instanceColor'] ?? null

/** The name of the page or the notification, of the installation and of the product. */
export const titleOf = (name: string): string =>
  [name, instanceName(), 'Mailstop'].filter(Boolean).join(' · ')

/** Black or white: one of the two has a contrast of 4.5 or more on any colour (WCAG 2.2, relative luminance). */
export function textOn(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) =>
    linear(Number.parseInt(color.slice(from, from + 2), 16) / 255),
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // Above this, black has more contrast than white.
  return luminance > Math.sqrt(1.05 * 0.05) - 0.05 ? '#000000' : '#ffffff'
}

const linear = (value: number) =>
  value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
