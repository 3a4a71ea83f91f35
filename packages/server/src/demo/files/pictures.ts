import { png, type Colour, type Painting } from './png.ts'

// Pictures made of a few shapes each: small in bytes, and nobody else's.

/** `#rrggbb` as numbers. */
function colour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** Between two colours; 0 is all `from`, 1 all `to`. */
function blend(from: Colour, to: Colour, share: number): Colour {
  const mix = (a: number, b: number) => a + (b - a) * Math.min(1, Math.max(0, share))
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}

const white = colour('#ffffff')

const within = (x: number, y: number, centreX: number, centreY: number, radius: number) =>
  Math.hypot(x - centreX, y - centreY) < radius

/** A cup of coffee seen from above, on a saucer. */
export function cupPicture(): Buffer {
  const [table, tableFar] = [colour('#f6e7d8'), colour('#ecd2b8')]
  const [coffee, coffeeFar] = [colour('#6b3f24'), colour('#3f2213')]
  const [saucer, saucerFar] = [colour('#d97a4a'), colour('#c8602f')]
  return png(112, 112, (x, y) => {
    const isHandle = Math.abs(y - 0.5) < 0.045 && x > 0.6 && x < 0.83
    if (within(x, y, 0.47, 0.5, 0.2)) return blend(coffee, coffeeFar, x + y - 0.5)
    if (within(x, y, 0.47, 0.5, 0.25) || isHandle) return white
    if (within(x, y, 0.47, 0.5, 0.37)) return blend(saucer, saucerFar, y)
    return blend(table, tableFar, (x + y) / 2)
  })
}

/** A bag of beans with a round label. */
export function bagPicture(): Buffer {
  const [wall, wallFar] = [colour('#dfeae2'), colour('#c6d9cd')]
  const [bag, bagFar, fold, label] = [
    colour('#2c5d51'),
    colour('#1f453c'),
    colour('#16332d'),
    colour('#f3c969'),
  ]
  return png(112, 112, (x, y) => {
    const side = 0.27 + 0.03 * y
    const inBag = y > 0.16 && y < 0.88 && x > side && x < 1 - side
    if (!inBag) return blend(wall, wallFar, (x + y) / 2)
    if (within(x, y, 0.5, 0.56, 0.13)) return label
    return y < 0.25 ? fold : blend(bag, bagFar, x)
  })
}

/** A loaf with three cuts. */
export function loafPicture(): Buffer {
  const [cloth, clothFar] = [colour('#e9e3f5'), colour('#d6cbec')]
  const [crust, crustFar, crumb] = [colour('#d79a4b'), colour('#a9672a'), colour('#f7dca8')]
  return png(112, 112, (x, y) => {
    const inLoaf = ((x - 0.5) / 0.36) ** 2 + ((y - 0.54) / 0.22) ** 2 < 1
    if (!inLoaf) return blend(cloth, clothFar, (x + y) / 2)
    const onCut = [0.34, 0.5, 0.66].some((at) => Math.abs(x - at - (0.54 - y) * 0.5) < 0.022)
    if (onCut && y > 0.38 && y < 0.62) return crumb
    return blend(crust, crustFar, y * 1.6 - 0.5)
  })
}

/** Hills under a low sun, for headers and holidays. */
export function hillsPicture(width: number, height: number, palette: readonly string[]): Buffer {
  const [sky, glow, sun, far, middle, near] = palette.map(colour)
  if (!sky || !glow || !sun || !far || !middle || !near) throw new Error('It takes six colours')
  const ratio = width / height
  const paint: Painting = (x, y) => {
    const ridge = (base: number, swing: number, pace: number, shift: number) =>
      base + swing * Math.sin(x * pace + shift) + swing * 0.4 * Math.sin(x * pace * 2.3 + shift)
    if (y > ridge(0.82, 0.05, 5, 0.4)) return near
    if (y > ridge(0.68, 0.06, 6.5, 2.1)) return middle
    if (y > ridge(0.56, 0.05, 9, 4)) return far
    if (within(x * ratio, y, 0.7 * ratio, 0.42, 0.13)) return sun
    return blend(sky, glow, y * 1.5)
  }
  return png(width, height, paint)
}

/** Bars over time, the last one marked. `values` run from 0 to 1. */
export function barChart(values: readonly number[], bar: string, last: string): Buffer {
  const [rule, barInk, lastInk] = [colour('#eceef2'), colour(bar), colour(last)]
  const slot = 1 / values.length
  return png(1040, 320, (x, y) => {
    const index = Math.min(values.length - 1, Math.floor(x / slot))
    const place = (x - index * slot) / slot
    const top = 0.97 - (values[index] ?? 0) * 0.9
    if (place > 0.22 && place < 0.78 && y > top && y < 0.97) {
      return index === values.length - 1 ? lastInk : barInk
    }
    const onRule = [0.07, 0.295, 0.52, 0.745].some((at) => Math.abs(y - at) < 0.003)
    return onRule || y > 0.985 ? rule : white
  })
}

/** A line over time above its own shade, with a dashed limit. `values` run from 0 to 1. */
export function lineChart(values: readonly number[], line: string, limit: number): Buffer {
  const [ink, limitInk] = [colour(line), colour('#d23b3b')]
  const limitAt = 0.95 - limit * 0.88
  const heightAt = (x: number) => {
    const place = x * (values.length - 1)
    const index = Math.floor(place)
    const [left = 0, right = left] = [values[index], values[index + 1]]
    return 0.95 - (left + (right - left) * (place - index)) * 0.88
  }
  return png(1040, 300, (x, y) => {
    const height = heightAt(x)
    const slope = (heightAt(Math.min(1, x + 0.002)) - height) / 0.002
    const thickness = 0.011 * Math.sqrt(1 + (slope / 3.5) ** 2)
    if (Math.abs(y - height) < thickness) return ink
    if (Math.abs(y - limitAt) < 0.005 && (x * 60) % 1 < 0.6) return limitInk
    return y > height ? blend(ink, white, 0.86 + (y - height) * 0.16) : white
  })
}
