import type { Feature } from 'caniemail/caniemail.json'

/** Loads it where it is needed alone, in the thread that checks: the main thread does without. */
export const loadCaniemail = async () =>
  (await import('caniemail/caniemail.json', { with: { type: 'json' } })).default

export type Caniemail = Awaited<ReturnType<typeof loadCaniemail>>

/** Most readers have one of them. caniemail says nothing about shares of readers, and nor do we. */
const usualClients = [
  'gmail.desktop-webmail gmail.ios gmail.android',
  'outlook.windows outlook.outlook-com outlook.macos outlook.ios outlook.android',
  'apple-mail.macos apple-mail.ios yahoo.desktop-webmail yahoo.ios yahoo.android',
  'samsung-email.android thunderbird.macos',
].flatMap((line) => line.split(' '))

export const splitId = (id: string): [family: string, platform: string] => {
  const [family = '', platform = ''] = id.split('.')
  return [family, platform]
}

/** All that the data knows; an id is the family and the platform. */
export function clientsOf({ data, nicenames }: Caniemail): { id: string; name: string }[] {
  const ids = data.flatMap(({ stats }) =>
    Object.entries(stats).flatMap(([family, platforms]) =>
      Object.keys(platforms).map((platform) => `${family}.${platform}`),
    ),
  )
  return [...new Set(ids)].map((id) => {
    const [family, platform] = splitId(id)
    // "Outlook Outlook.com" and "Outlook Windows Mail" have names of their own.
    const isNamed = platform === 'outlook-com' || platform === 'windows-mail'
    const names = [isNamed ? '' : nicenames.family[family], nicenames.platform[platform]]
    return { id, name: names.join(' ').trim() }
  })
}

/** All clients, for a team to choose from. */
export const mailClients = async () =>
  clientsOf(await loadCaniemail()).map((client) => {
    return { ...client, usual: usualClients.includes(client.id) }
  })

/** Gives those that a team has named, in its order; the usual ones where it has named none that there is. */
export function chosenClients(caniemail: Caniemail, wanted: readonly string[]) {
  const all = new Map(clientsOf(caniemail).map((client) => [client.id, client]))
  const known = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => all.get(id) ?? [])
  const chosen = known(wanted)
  return chosen.length > 0 ? chosen : known(usualClients)
}

/** Yes, with limits (almost), no, unknown. */
export type Support = { letter: 'y' | 'a' | 'n' | 'u'; notes: string[] }

/** The newest version counts. */
export function supportOf({ stats }: Feature, client: string): Support {
  const [family, platform] = splitId(client)
  const versions = stats[family]?.[platform] ?? {}
  const newest = Object.keys(versions).toSorted(compareVersions).at(-1)
  return readSupport(versions[newest ?? ''] ?? 'u')
}

/** Takes what the data says, such as "a #1 #2". */
export function readSupport(value: string): Support {
  const [letter, ...notes] = value.split(/\s+/)
  return {
    letter: letter === 'y' || letter === 'a' || letter === 'n' ? letter : 'u',
    notes: notes.map((note) => note.replace('#', '')),
  }
}

/** Versions are numbers or days: `12.4`, `2016`, `2020-01`. Since 2024 days name newer ones than numbers. */
function compareVersions(one: string, other: string): number {
  const age = (version: string) => {
    const number = Number.parseInt(version, 10)
    return number >= 2024 ? 2 : number >= 2000 ? 0 : 1
  }
  return age(one) - age(other) || one.localeCompare(other, 'en', { numeric: true })
}

/** A note is Markdown with code and links. */
export const plainNote = (note: string) => note.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
