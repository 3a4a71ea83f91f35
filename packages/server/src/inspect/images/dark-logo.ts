import { PNG } from 'pngjs'

const most = { bytes: 512 * 1024, pixels: 512 * 1024 }
const interlaceByte = 28

/** The luminance below which a color has less contrast than 3 to 1 to the surface of a dark client (WCAG 2.2, #121212). */
const darkBelow = 0.12
const least = { clear: 0.05, light: 0.1 }

/** Whether an image is clear around dark shapes, which nobody sees on a dark surface; false where that cannot be found out. */
export function vanishesInDark(file: Buffer): boolean {
  // The data of an interlaced one is unpacked without a limit.
  const { length } = file
  if (length > most.bytes || length <= interlaceByte || file[interlaceByte] !== 0) return false
  if (file.readUInt32BE(16) * file.readUInt32BE(20) > most.pixels) return false
  let pixels: Buffer
  try {
    pixels = PNG.sync.read(file).data
  } catch {
    return false
  }
  const counts = { clear: 0, light: 0, shown: 0 }
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 32) counts.clear += 1
    else {
      counts.shown += 1
      if (luminance(red, green, blue) >= darkBelow) counts.light += 1
    }
  }
  return (
    counts.clear >= least.clear * (pixels.length / 4) &&
    counts.shown > 0 &&
    counts.light < least.light * counts.shown
  )
}

/** It is close enough to that of WCAG, and cheap. */
const luminance = (...parts: number[]): number => {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => (part / 255) ** 2.2)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
