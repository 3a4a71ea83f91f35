import type { Feature } from 'caniemail/caniemail.json'
import type { HtmlTree } from '../mail/html-tree.ts'
import { readInspected, type InspectedMail } from '../mail/inspected-mail.ts'
import { type Caniemail, clientsOf, loadCaniemail, readSupport } from './caniemail.ts'
import { isScript } from './element-rules.ts'
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

const supports = { y: 'yes', a: 'partial', n: 'no' } as const
type Result = { Support: 'yes' | 'partial' | 'no' }

function report(mail: InspectedMail, caniemail: Caniemail) {
  const { elements } = mail.tree() as HtmlTree
  const outside = new Set(['html', 'head', 'meta'])
  const nodes = Math.max(1, elements.filter(({ tagName }) => !outside.has(tagName)).length)
  const uses = usedFeatures(mail)
  const scripts = elements.filter(isScript).length
  const warnings = caniemail.data.flatMap((feature) => {
    const use = uses.get(feature.slug)
    return use ? [warningOf(feature, use.count, caniemail)] : []
  })
  if (scripts > 0) warnings.push(scriptWarning(scripts))
  const weightOf = ({ Found }: { Found: number }) => Math.min(1, Found / nodes)
  const worst = (kind: 'Partial' | 'Unsupported') =>
    Math.max(0, ...warnings.map(({ Score }) => Score[kind] * weightOf(Score)))
  const [Partial, Unsupported] = [worst('Partial'), worst('Unsupported')]
  const badness = ({ Score }: (typeof warnings)[number]) =>
    (Score.Unsupported + Score.Partial) * weightOf(Score)
  return {
    Warnings: warnings.toSorted((one, other) => badness(other) - badness(one)),
    Platforms: platformsOf(caniemail),
    Total: {
      Tests: caniemail.data.length,
      Nodes: nodes,
      Supported: Math.max(0, 100 - Partial - Unsupported),
      Partial,
      Unsupported,
    },
  }
}

function warningOf(feature: Feature, Found: number, { nicenames }: Caniemail) {
  const Results = Object.entries(feature.stats).flatMap(([Family, platforms]) =>
    Object.entries(platforms).flatMap(([Platform, versions]) =>
      Object.entries(versions).flatMap(([Version, value]) => {
        const { letter, notes } = readSupport(value)
        if (letter === 'u') return []
        const Name = `${nicenames.family[Family]} ${nicenames.platform[Platform]} (${Version})`
        const Support = supports[letter]
        return [{ Name, Platform, Family, Version, Support, NoteNumber: notes.at(-1) ?? '' }]
      }),
    ),
  )
  return {
    Slug: feature.slug,
    Title: feature.title,
    Description: asHtml(feature.description ?? ''),
    URL: feature.url,
    Category: feature.category,
    Tags: feature.tags,
    Keywords: '',
    Results,
    NotesByNumber: Object.fromEntries(
      Object.entries(feature.notes_by_num ?? {}).map(([number, note]) => [number, asHtml(note)]),
    ),
    Score: scoreOf(Found, Results),
  }
}

function scoreOf(Found: number, results: readonly Result[]) {
  const share = (support: Result['Support']) =>
    (100 * results.filter(({ Support }) => Support === support).length) /
    Math.max(1, results.length)
  return { Found, Supported: share('yes'), Partial: share('partial'), Unsupported: share('no') }
}

/** caniemail has no feature for it. */
const scriptWarning = (Found: number): ReturnType<typeof warningOf> => ({
  Slug: 'html-script',
  Title: '<script> element',
  Description: 'No mail client runs scripts.',
  URL: '',
  Category: 'html',
  Tags: [],
  Keywords: '',
  Results: [],
  NotesByNumber: {},
  Score: { Found, Supported: 0, Partial: 0, Unsupported: 100 },
})

/** Lists for each platform its families of clients in the order of the alphabet. */
function platformsOf(caniemail: Caniemail): Record<string, string[]> {
  const families: Record<string, Set<string>> = {}
  for (const { id } of clientsOf(caniemail)) {
    const [family = '', platform = ''] = id.split('.')
    ;(families[platform] ??= new Set()).add(caniemail.nicenames.family[family] ?? family)
  }
  return Object.fromEntries(
    Object.entries(families).map(([platform, names]) => [platform, [...names].toSorted()]),
  )
}

const asHtml = (markdown: string) =>
  markdown
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]*)\]\((https?:[^)"]*)\)/g, '<a href="$2" target="_blank">$1</a>')
