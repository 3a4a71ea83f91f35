const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A count that fits a badge: whole up to 9,999, then `12.3K`, `1.2M`. */
export function compactCount(count: number): string {
  return count < 10_000 ? count.toLocaleString('en') : compact.format(count)
}
