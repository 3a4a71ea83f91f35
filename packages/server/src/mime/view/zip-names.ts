/**
 * Names for the entries of a zip archive, which any system can unpack into one folder: no path, no
 * character that hides or reorders others, no name of a device, and no two that differ by case alone.
 */
export function createZipNames(): (filename: string) => string {
  const used = new Set<string>()
  const next = new Map<string, number>()

  return (filename) => {
    const name = safeName(filename)
    if (take(name)) return name
    const [stem, extension] = split(name)
    for (let count = next.get(name) ?? 2; ; count++) {
      const numbered = `${stem} (${count})${extension}`
      if (!take(numbered)) continue
      // Where the next one begins, so that thousands of the same name are no work.
      next.set(name, count + 1)
      return numbered
    }
  }

  function take(name: string): boolean {
    const key = name.normalize('NFC').toLowerCase()
    if (used.has(key)) return false
    used.add(key)
    return true
  }
}

function safeName(filename: string): string {
  const name = filename
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    // A run in the middle is tried once, not from each of its characters: that keeps it linear.
    .replaceAll(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
  if (name === '') return 'file'
  return device.test(name) ? `_${name}` : name
}

/** Windows opens a device for these, whatever their extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

function split(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}
