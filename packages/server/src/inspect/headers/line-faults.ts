import { excerpt } from '../mail/places.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import type { Place } from '../section.ts'

type LineFault = {
  name: 'long-line' | 'bare-line-end' | 'unfolded-line'
  message: string
  where: Place | null
}

const longest = 998
const longestUnfolded = 78
/** Fields that servers and signers write. */
const signed =
  /^(?:received|dkim-signature|arc-[\w-]{1,40}|authentication-results|x-google-\S{1,40})$/i

/** The first lines of the source that are too long or end with CR or LF alone, found in one pass over its bytes. */
export function readLineFaults({ source, root, fields }: InspectedMail): LineFault[] {
  const faults: LineFault[] = []
  let line = 1
  let start = 0
  let isLong = false
  let isBare = false
  for (let at = 0; at <= source.length && !(isLong && isBare); at++) {
    const byte = source[at]
    const isEnd = byte === 0x0a || at === source.length
    const isAlone =
      byte === 0x0a ? source[at - 1] !== 0x0d : byte === 0x0d && source[at + 1] !== 0x0a
    if (isAlone && !isBare) {
      isBare = true
      const message = `Line ${line} of the source ends with ${byte === 0x0a ? 'LF' : 'CR'} alone.`
      faults.push({
        name: 'bare-line-end',
        message,
        where: placeOf(source, root.bodyStart, start, line),
      })
    }
    if (!isEnd) continue
    const length = at - start - Number(source[at - 1] === 0x0d)
    if (length > longest && !isLong) {
      isLong = true
      const message = `Line ${line} of the source has ${length} bytes.`
      faults.push({
        name: 'long-line',
        message,
        where: placeOf(source, root.bodyStart, start, line),
      })
    }
    line += 1
    start = at + 1
  }
  const unfolded = fields.find(
    ({ name, raw }) =>
      !signed.test(name) &&
      raw
        .toString()
        .split('\n')
        .some((one) => one.trimEnd().length > longestUnfolded),
  )
  if (unfolded) {
    const where: Place = {
      part: 'header',
      line: unfolded.line,
      column: null,
      excerpt: excerpt(unfolded.raw.toString('utf8', 0, 500)),
    }
    faults.push({ name: 'unfolded-line', message: `${unfolded.name} has such a line.`, where })
  }
  return faults
}

/** Lines of a body are not those that the views of the mail show, as it may be encoded. */
const placeOf = (source: Buffer, bodyStart: number, start: number, line: number): Place | null =>
  start < bodyStart
    ? {
        part: 'header',
        line,
        column: null,
        excerpt: excerpt(source.toString('utf8', start, start + 200)),
      }
    : null
