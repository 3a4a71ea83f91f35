import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** Gives the colour at a point; both coordinates run from 0 to 1. */
export type Painting = (x: number, y: number) => Colour

/** Samples per pixel and axis: enough for edges that look smooth. */
const samples = 2

/** Paints a picture and encodes it as an 8-bit RGB PNG. */
export function png(width: number, height: number, paint: Painting): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const colour = averageColour(paint, column, row, width, height)
      rows.set(colour, row * (1 + width * 3) + 1 + column * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function averageColour(
  paint: Painting,
  column: number,
  row: number,
  width: number,
  height: number,
): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  for (let index = 0; index < samples * samples; index += 1) {
    const x = (column + ((index % samples) + 0.5) / samples) / width
    const y = (row + (Math.floor(index / samples) + 0.5) / samples) / height
    const [red, green, blue] = paint(x, y)
    sum[0] += red
    sum[1] += green
    sum[2] += blue
  }
  const count = samples * samples
  return [Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count)]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
