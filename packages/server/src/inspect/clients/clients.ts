import type { FactsOf } from '@mailstop/contract'
import type { Feature } from 'caniemail/caniemail.json'
import { defineSection, fail, info, warn } from '../section.ts'
import { chosenClients, loadCaniemail, plainNote, supportOf } from './caniemail.ts'
import { type Use, usedFeatures } from './used-features.ts'

const source = 'The data is that of caniemail.com (npm package caniemail 2.0.2).'

/** Features that have a rule of their own. */
const ownRules = {
  'html-script': 'script',
  'html-frame': 'removed',
  'html-object': 'removed',
  'html-form': 'removed',
  'html-stylesheet': 'external-style',
} as const

export const clients = defineSection({
  id: 'clients',
  needsHtml: true,
  rules: {
    script: fail(
      'The html has a script.',
      'No mail client runs scripts, and filters distrust mail that has one.',
      'Take the script out, and lead to a page that runs it.',
    ),
    removed: fail(
      'The html has a frame, an object or a form.',
      `Gmail, Outlook and Yahoo remove \`iframe\`, \`object\` and \`embed\`, and Outlook on Windows forms. ${source}`,
      'Show an image or a link that leads to the page.',
    ),
    'external-style': fail(
      'The html takes its style from a file elsewhere.',
      `Gmail, Outlook.com and Yahoo do not load style sheets, so that the mail is shown without style. ${source} Services of web fonts are left out here: without them the mail has another font.`,
      'Put the style into a `style` element, and what matters into `style` attributes.',
    ),
    unsupported: warn(
      'A mail client that counts does not support a feature of html or CSS.',
      `Readers with that client see the mail without it. ${source}`,
      'Look at the mail without the feature, and give it another way to say the same, such as a declaration before it.',
    ),
    refinement: info(
      'A mail client that counts does not support a refinement.',
      `Its readers see the same text and pictures: roles and names for screen readers, web fonts, rounded corners, shadows, what a pointer changes, other screens and dark mode are refinements. ${source}`,
      'Nothing has to be done where the mail may look plainer.',
    ),
    'with-fallback': info(
      'A feature is not supported everywhere, and the mail gives the others something else or needs nothing of them.',
      `The same property, or a color behind an image, is declared before it in the same rule; or it is meant for some clients alone: within \`@supports\`, a media query, \`<!--[if !mso]><!-->\` or a selector that one client knows, in a hidden preheader, or in a font from elsewhere. ${source}`,
      'Nothing has to be done where the other value will do.',
    ),
  },
  async check(mail, report, { clients: wanted }): Promise<FactsOf<'clients'>> {
    const caniemail = await loadCaniemail()
    const chosen = chosenClients(caniemail, wanted)
    const slugs = caniemail.data.map(({ slug }) => slug)
    const uses = usedFeatures(mail, [...slugs, ...Object.keys(ownRules)])
    const told = new Set(uses.has('html-stylesheet') ? ['html-link'] : [])
    for (const [slug, rule] of Object.entries(ownRules)) {
      const use = uses.get(slug)
      if (use) report(rule, clients.rules[rule].what, use.where)
      told.add(slug)
    }
    const features = describe(uses, caniemail.data, chosen)
    for (const { use, feature, lacking } of features) {
      if (lacking.length === 0 || told.has(feature.slug)) continue
      const name = use.hasFallback ? 'with-fallback' : 'unsupported'
      const verb = lacking.length === 1 ? 'does' : 'do'
      report(
        refinements.has(feature.slug) ? 'refinement' : name,
        `${listed(lacking)} ${verb} not support ${feature.title}.`,
        use.where,
      )
    }
    return {
      clients: chosen.map((client, at) => ({
        ...client,
        supported: features.filter(({ letters }) => letters[at] === 'y').length,
        total: features.length,
      })),
      features: features.map(({ use, feature, letters, notes }) => ({
        slug: feature.slug,
        title: feature.title,
        count: use.count,
        lines: use.lines,
        support: letters.join(''),
        notes,
        url: feature.url,
      })),
      data_of: caniemail.last_update_date.slice(0, 10),
    }
  },
})

/** What the mail uses, the least supported first. */
function describe(
  uses: ReadonlyMap<string, Use>,
  data: readonly Feature[],
  chosen: readonly { id: string; name: string }[],
) {
  const styleless = data.find(({ slug }) => slug === 'html-style')
  const described = data.flatMap((feature) => {
    const use = uses.get(feature.slug)
    if (!use) return []
    const support = chosen.map(({ id }) => supportOf(feature, id))
    const noted = new Set(support.flatMap(({ notes }) => notes))
    return {
      use,
      feature,
      letters: support.map(({ letter }) => letter),
      /** A client without style sheets lacks what is in them for that one reason, which is said once. */
      lacking: chosen
        .filter(
          ({ id }, at) =>
            support[at]?.letter === 'n' &&
            !(use.inSheetAlone && styleless && supportOf(styleless, id).letter === 'n'),
        )
        .map(({ name }) => name),
      notes: [...noted].map((note) => ({
        clients: chosen.filter((_, at) => support[at]?.notes.includes(note)).map(({ id }) => id),
        text: plainNote(feature.notes_by_num?.[note] ?? ''),
      })),
    }
  })
  const weights = { n: 100, a: 1, y: 0, u: 0 }
  const badness = ({ letters }: (typeof described)[number]) =>
    letters.reduce((sum, letter) => sum + weights[letter], 0)
  return described.toSorted((one, other) => badness(other) - badness(one))
}

const mostNames = 4
function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames)
  if (names.length > mostNames) shown.push(`${names.length - mostNames} more`)
  return new Intl.ListFormat('en').format(shown)
}

/**
 * Features without which a reader sees the same mail, only plainer. Without this list a third of all warnings would be
 * about them: nearly each mail has a `body` element, which Yahoo replaces and nobody misses.
 */
const refinements: ReadonlySet<string> = new Set(
  `html-aria-describedby html-aria-hidden html-aria-label html-aria-labelledby html-aria-live html-dir html-lang html-role
  html-body html-doctype html-loading-attribute html-meta-color-scheme html-target
  css-sytem-ui css-word-spacing css-word-break css-word-wrap css-overflow-wrap css-table-layout css-border-spacing
  css-text-decoration-line css-text-decoration-color css-text-decoration-style css-text-decoration-thickness
  css-at-font-face css-at-media css-at-media-device-pixel-ratio css-at-media-hover css-at-media-orientation
  css-at-media-prefers-color-scheme css-at-media-prefers-reduced-motion css-color-scheme
  css-pseudo-class-active css-pseudo-class-focus css-pseudo-class-focus-visible css-pseudo-class-focus-within
  css-pseudo-class-hover css-pseudo-class-link css-pseudo-class-visited
  css-transition css-cursor css-user-select
  css-border-radius css-border-radius-logical css-box-shadow css-text-shadow css-outline css-outline-offset
  css-font-kerning css-hyphenate-character css-hyphenate-limit-chars css-hyphens css-orphans css-widows
  css-text-decoration-skip-ink css-text-wrap css-scroll-snap`.split(/\s+/),
)
