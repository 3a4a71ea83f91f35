import type { Feature } from 'caniemail/caniemail.json'

/** Loads it where it is needed alone, in the thread that checks: the main thread does without. */
export const loadCaniemail = async () =>
  (await import('caniemail/caniemail.json', { with: { type: 'json' } })).default

export type Caniemail = Awaited<ReturnType<typeof loadCaniemail>>

/** Most readers have one of them. caniemail says nothing about shares of readers, and nor do we. */
const usualClients = [
  ...['desktop-webmail', 'ios', 'android', 'mobile-webmail'].map((at) => `gmail.${at}`),
  ...['windows', 'windows-mail', 'outlook-com', 'macos', 'ios', 'android'].map(
    (at) => `outlook.${at}`,
  ),
  ...['macos', 'ios'].map((at) => `apple-mail.${at}`),
  ...['desktop-webmail', 'ios', 'android'].map((at) => `yahoo.${at}`),
  'samsung-email.android',
  'thunderbird.macos',
]

/** All that the data knows; an id is the family and the platform. */
export function clientsOf({ data, nicenames }: Caniemail): { id: string; name: string }[] {
  const ids = new Set(
    data.flatMap(({ stats }) =>
      Object.entries(stats).flatMap(([family, platforms]) =>
        Object.keys(platforms).map((platform) => `${family}.${platform}`),
      ),
    ),
  )
  return [...ids].map((id) => {
    const [family = '', platform = ''] = id.split('.')
    const named = [nicenames.family[family], nicenames.platform[platform]]
    // "Outlook Outlook.com" and "Outlook Windows Mail" have names of their own.
    const own = platform === 'outlook-com' || platform === 'windows-mail'
    return { id, name: (own ? named.slice(1) : named).join(' ') }
  })
}

/** Gives those that a team has named, in its order; the usual ones where it has named none that there is. */
export function chosenClients(caniemail: Caniemail, wanted: readonly string[]) {
  const all = new Map(clientsOf(caniemail).map((client) => [client.id, client]))
  const known = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => all.get(id) ?? [])
  const chosen = known(wanted)
  return chosen.length > 0 ? chosen : known(usualClients)
}

export type Support = {
  /** Yes, with limits (almost), no, unknown. */
  letter: 'y' | 'a' | 'n' | 'u'
  notes: string[]
}

export function supportOf(feature: Feature, client: string): Support {
  const [family = '', platform = ''] = client.split('.')
  const versions = Object.entries(feature.stats[family]?.[platform] ?? {})
  const [newest = 'u'] = versions
    .toSorted(([one], [other]) => compareVersions(other, one))
    .map(([, value]) => value)
  return readSupport(newest)
}

/** Such as "a #1 #2". */
export function readSupport(value: string): Support {
  const [letter = 'u', ...notes] = value.split(/\s+/)
  return {
    letter: letter === 'y' || letter === 'a' || letter === 'n' ? letter : 'u',
    notes: notes.map((note) => note.replace('#', '')),
  }
}

/** The year since which the data names some clients by the day of the test that had version numbers before. */
const laterDays = 2024

/** Versions are numbers or days: `12.4`, `2016`, `2020-01`. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  const age = (numbers: number[]) =>
    (numbers[0] ?? 0) >= laterDays ? 2 : (numbers[0] ?? 0) >= 2000 ? 0 : 1
  if (age(left) !== age(right)) return age(left) - age(right)
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const numbersOf = (version: string) => (version.match(/\d+/g) ?? []).map(Number)

/** A note is Markdown with code and links. */
export const plainNote = (note: string) => note.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
