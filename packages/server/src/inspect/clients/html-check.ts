import type { Feature } from 'caniemail/caniemail.json'
import type { HtmlTree } from '../mail/html-tree.ts'
import { readInspected, type InspectedMail } from '../mail/inspected-mail.ts'
import { type Caniemail, clientsOf, loadCaniemail, readSupport, splitId } from './caniemail.ts'
import { usedFeatures } from './used-features.ts'

/**
 * The same features as Mailpit says them, for its clients: with every version of every client. The JSON is made here,
 * in the thread, since it has up to some megabytes.
 */
export async function checkHtml(
  source: Uint8Array,
): Promise<Uint8Array | 'no_html' | 'too_complex'> {
  const mail = readInspected(source, { from: '', to: [], receivedAt: 0 })
  if (mail.html === null) return 'no_html'
  if (mail.tree() === null || mail.sheets() === null) return 'too_complex'
  return new TextEncoder().encode(`${JSON.stringify(report(mail, await loadCaniemail()))}\n`)
}

type Verdict = 'yes' | 'partial' | 'no'
const verdicts = { y: 'yes', a: 'partial', n: 'no', u: null } as const

function report(mail: InspectedMail, caniemail: Caniemail) {
  const outside = ['html', 'head', 'meta']
  const { elements } = mail.tree() as HtmlTree
  const written = elements.filter(({ sourceCodeLocation }) => sourceCodeLocation)
  const nodes = Math.max(1, written.filter(({ tagName }) => !outside.includes(tagName)).length)
  const features = [...caniemail.data, script]
  const uses = usedFeatures(
    mail,
    features.map(({ slug }) => slug),
  )
  const warnings = features.flatMap((feature) => {
    const use = uses.get(feature.slug)
    return use ? [warningOf(feature, use.count, caniemail)] : []
  })
  const weighed = warnings.map((warning) => {
    const weight = Math.min(1, warning.Score.Found / nodes)
    const [partial, no] = [warning.Score.Partial * weight, warning.Score.Unsupported * weight]
    return { warning, partial, no }
  })
  const Partial = Math.max(0, ...weighed.map(({ partial }) => partial))
  const Unsupported = Math.max(0, ...weighed.map(({ no }) => no))
  const Supported = Math.max(0, 100 - Partial - Unsupported)
  return {
    Warnings: weighed
      .toSorted((one, other) => other.partial + other.no - one.partial - one.no)
      .map(({ warning }) => warning),
    Platforms: platformsOf(caniemail),
    Total: { Tests: features.length, Nodes: nodes, Supported, Partial, Unsupported },
  }
}

/** caniemail has no feature for it. */
const script: Feature = {
  slug: 'html-script',
  title: '<script> element',
  description: 'No mail client runs scripts.',
  url: '',
  test_url: '',
  category: 'html',
  tags: [],
  stats: {},
  notes_by_num: null,
}

function warningOf(feature: Feature, Found: number, { nicenames }: Caniemail) {
  const Results = Object.entries(feature.stats).flatMap(([Family, platforms]) =>
    Object.entries(platforms).flatMap(([Platform, versions]) =>
      Object.entries(versions).flatMap(([Version, value]) => {
        const { letter, notes } = readSupport(value)
        const Support = verdicts[letter]
        const Name = `${nicenames.family[Family]} ${nicenames.platform[Platform]} (${Version})`
        const NoteNumber = notes.at(-1) ?? ''
        return Support ? [{ Name, Platform, Family, Version, Support, NoteNumber }] : []
      }),
    ),
  )
  const share = (verdict: Verdict) =>
    (100 * Results.filter(({ Support }) => Support === verdict).length) / Results.length
  const shares = { Supported: share('yes'), Partial: share('partial'), Unsupported: share('no') }
  const none = { Supported: 0, Partial: 0, Unsupported: 100 }
  const notes = Object.entries(feature.notes_by_num ?? {})
  return {
    Slug: feature.slug,
    Title: feature.title,
    Description: asHtml(feature.description ?? ''),
    URL: feature.url,
    Category: feature.category,
    Tags: feature.tags,
    Keywords: '',
    Results,
    NotesByNumber: Object.fromEntries(notes.map(([number, note]) => [number, asHtml(note)])),
    Score: { Found, ...(Results.length > 0 ? shares : none) },
  }
}

/** Lists for each platform its families of clients in the order of the alphabet. */
function platformsOf(caniemail: Caniemail): Record<string, string[]> {
  const ids = clientsOf(caniemail).map(({ id }) => splitId(id))
  return Object.fromEntries(
    ids.map(([, platform]) => [
      platform,
      ids
        .filter(([, other]) => other === platform)
        .map(([family]) => caniemail.nicenames.family[family] ?? family)
        .toSorted(),
    ]),
  )
}

const asHtml = (markdown: string) =>
  markdown
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]*)\]\((https?:[^)"]*)\)/g, '<a href="$2" target="_blank">$1</a>')
