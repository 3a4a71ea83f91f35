/** What an image is and how large, read from its first bytes, before anything decodes it. */
export type ImageSize = { type: string; width: number; height: number }

/** Null when a browser cannot show the bytes as an image. The type that the sender named is ignored. */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const read of [png, gif, bmp, webp, jpeg, avif]) {
    try {
      const size = read(view)
      if (size && size.width > 0 && size.height > 0) return size
    } catch (error) {
      // The image ends within its header.
      if (!(error instanceof RangeError)) throw error
    }
  }
  return null
}

function png(view: DataView): ImageSize | null {
  if (view.getUint32(0) !== 0x89504e47 || textAt(view, 12, 4) !== 'IHDR') return null
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function gif(view: DataView): ImageSize | null {
  if (textAt(view, 0, 4) !== 'GIF8') return null
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function bmp(view: DataView): ImageSize | null {
  // The header after the first 14 bytes has at least 40 bytes in all files since Windows 3.
  if (textAt(view, 0, 2) !== 'BM' || view.getUint32(14, true) < 40) return null
  const [width, height] = [view.getInt32(18, true), view.getInt32(22, true)]
  // A negative height means that the rows begin at the top.
  return { type: 'image/bmp', width, height: Math.abs(height) }
}

function webp(view: DataView): ImageSize | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null
  const type = 'image/webp'
  switch (textAt(view, 12, 4)) {
    case 'VP8X':
      return { type, width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
    }
    case 'VP8 ': {
      const [width, height] = [view.getUint16(26, true), view.getUint16(28, true)]
      return { type, width: width & 0x3fff, height: height & 0x3fff }
    }
    default:
      return null
  }
}

/** Walks the segments to the one that begins a frame (ITU T.81, table B.1). */
function jpeg(view: DataView): ImageSize | null {
  if (view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else {
      const length = view.getUint16(at + 2)
      if (length < 2) return null
      at += 2 + length
    }
  }
}

/** An image may consist of tiles, each with a size of its own: the largest is that of the image. */
function avif(view: DataView): ImageSize | null {
  if (textAt(view, 4, 4) !== 'ftyp' || !/^avi[fs]$/.test(textAt(view, 8, 4))) return null
  let largest: ImageSize | null = null
  const end = Math.min(view.byteLength, avifHeaderBytes) - 16
  for (let at = 12; at <= end; at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue // 'ispe'
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (!largest || width * height > largest.width * largest.height) {
      largest = { type: 'image/avif', width, height }
    }
  }
  return largest
}

const avifHeaderBytes = 64 * 1024

const uint24 = (view: DataView, at: number) =>
  view.getUint16(at, true) + (view.getUint8(at + 2) << 16)

function textAt(view: DataView, at: number, length: number): string {
  let text = ''
  for (let index = 0; index < length; index += 1) {
    text += String.fromCharCode(view.getUint8(at + index))
  }
  return text
}
