/** The first event of a calendar (RFC 5545), for a short summary. */
export type CalendarEvent = { label: string; value: string }[]

/** Empty when the text has no event. */
export function readCalendar(text: string): CalendarEvent {
  const event = new Map<string, string>()
  let method = ''
  let isInEvent = false
  let inner = 0
  for (const line of unfolded(text)) {
    const { name, value, zone } = readLine(line)
    if (name === 'BEGIN' && value.toUpperCase() === 'VEVENT') isInEvent = true
    else if (!isInEvent) method ||= name === 'METHOD' ? value : ''
    else if (name === 'END' && value.toUpperCase() === 'VEVENT') break
    // An alarm has a description of its own.
    else if (name === 'BEGIN') inner += 1
    else if (name === 'END') inner -= 1
    else if (inner === 0 && !event.has(name)) {
      event.set(name, zone !== '' && name.startsWith('DT') ? `${value} ${zone}` : value)
    }
  }
  if (!isInEvent) return []
  const rows = [
    ['Event', unescaped(event.get('SUMMARY'))],
    ['Starts', time(event.get('DTSTART'))],
    ['Ends', time(event.get('DTEND'))],
    ['Repeats', event.get('RRULE') ?? ''],
    ['Location', unescaped(event.get('LOCATION'))],
    ['Organizer', (event.get('ORGANIZER') ?? '').replace(/^mailto:/i, '')],
    ['Method', method],
  ] as const
  return rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => ({ label, value: value.slice(0, longest) }))
}

const longest = 500
const mostLines = 5_000

/** A line that begins with a space continues the one before (section 3.1). */
const unfolded = (text: string) => text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/, mostLines)

function readLine(line: string): { name: string; value: string; zone: string } {
  const colon = /^[^":]*(?:"[^"]*"[^":]*)*:/.exec(line)?.[0].length ?? 0
  const [name = '', ...parameters] = line.slice(0, Math.max(colon - 1, 0)).split(';')
  const zone =
    parameters
      .find((one) => /^TZID=/i.test(one))
      ?.slice(5)
      .replaceAll('"', '') ?? ''
  return { name: name.toUpperCase(), value: line.slice(colon), zone }
}

const unescaped = (text = '') =>
  text.replaceAll(/\\([\\;,nN])/g, (_, character: string) =>
    character.toLowerCase() === 'n' ? ' ' : character,
  )

/** '2026-11-21 09:30', with UTC where the file says so; what is no time as it is written. */
function time(text = ''): string {
  const [, year, month, day, hour, minute, utc, zone = utc === 'Z' ? 'UTC' : ''] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{0,2}(Z?))?(?: (.+))?$/.exec(text) ?? []
  if (year === undefined) return text
  const clock = hour === undefined ? '' : ` ${hour}:${minute} ${zone}`.trimEnd()
  return `${year}-${month}-${day}${clock}`
}
