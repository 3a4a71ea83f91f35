type TabRow = {
  /** 0 until it is measured. */
  available: number
  widths: readonly number[]
  gap: number
  /** Of the button that opens the menu with the rest. */
  moreWidth: number
  selected: number
}

/** Which tabs of a row fit into its width, the selected one always among them. In pixels. */
export function fittingTabs({ available, widths, gap, moreWidth, selected }: TabRow): number[] {
  const all = widths.map((_, index) => index)
  const widthOf = (indexes: number[]) =>
    indexes.reduce((sum, index) => sum + (widths[index] ?? 0) + gap, -gap)
  if (available === 0 || widthOf(all) <= available) return all
  for (let count = all.length - 1; count > 1; count -= 1) {
    const first = all.slice(0, count)
    const shown = selected < count ? first : [...first.slice(0, -1), selected]
    if (widthOf(shown) + gap + moreWidth <= available) return shown
  }
  return [selected]
}
