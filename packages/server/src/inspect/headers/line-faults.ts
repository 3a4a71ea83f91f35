import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atField, placeOf } from '../mail/places.ts'
import type { Report } from '../section.ts'
import type { headerRules } from './header-rules.ts'

const longest = 998
const longestUnfolded = 78
/** Fields that servers and signers write. */
const signed =
  /^(?:received|dkim-signature|arc-[\w-]{1,40}|authentication-results|x-google-\S{1,40})$/i

/** Reports the first line that is too long and the first that ends with CR or LF alone, in one pass over the source. */
export function checkLines(
  { source, root, fields }: InspectedMail,
  report: Report<keyof typeof headerRules>,
): void {
  let line = 1
  let start = 0
  const said = new Set<string>()
  const say = (name: 'long-line' | 'bare-line-end', fault: string) => {
    if (said.has(name)) return
    said.add(name)
    // Lines of a body are not those that the views of the mail show, as it may be encoded.
    const isShown = start < root.bodyStart
    const written = source.toString('utf8', start, start + 200)
    const message = `Line ${line} of the source ${fault}.`
    report(name, message, isShown ? placeOf('header', written, line) : null)
  }
  for (let at = 0; at <= source.length && said.size < 2; at++) {
    const byte = source[at]
    const isAlone =
      byte === 0x0a ? source[at - 1] !== 0x0d : byte === 0x0d && source[at + 1] !== 0x0a
    if (isAlone) say('bare-line-end', `ends with ${byte === 0x0a ? 'LF' : 'CR'} alone`)
    if (byte !== 0x0a && at < source.length) continue
    const length = at - start - Number(source[at - 1] === 0x0d)
    if (length > longest) say('long-line', `has ${length} bytes`)
    line += 1
    start = at + 1
  }
  const isLong = (one: string) => one.trimEnd().length > longestUnfolded
  const unfolded = fields.find(
    ({ name, raw }) => !signed.test(name) && raw.toString().split('\n').some(isLong),
  )
  if (unfolded) report('unfolded-line', `${unfolded.name} has such a line.`, atField(unfolded))
}
