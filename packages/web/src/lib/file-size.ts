const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** '0 B', '820 B', '4.5 KB', '12 MB': with one decimal below ten. */
export function fileSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1_000
    unit += 1
  }
  const text = unit === 0 || size >= 9.95 ? size.toFixed(0) : size.toFixed(1)
  return `${text} ${units[unit] ?? ''}`
}
