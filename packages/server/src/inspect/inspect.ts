import type {
  Finding,
  Inspection,
  InspectionRule,
  InspectionSection,
  SectionId,
} from '@mailstop/contract'
import { createHash } from 'node:crypto'
import { readInspected, type MailEnvelope } from './mail/inspected-mail.ts'
import { atElement } from './mail/places.ts'
import type { InspectionOptions, Place, Rule, Section, Where } from './section.ts'
import { sections } from './sections.ts'

const mostFindings = 100
/** The first ones of a rule say where to look; more of them would leave no room for other rules. */
const mostOfRule = 10

/** A section as the thread hands it on: `muted` has the rules that would have fired, `counts` also findings beyond those listed. */
export type CheckedSection = InspectionSection & { muted: string[]; counts: Inspection['counts'] }

/** Checks a mail section by section, the cheapest first; each is handed on when it is done. */
export async function inspect(
  source: Uint8Array,
  envelope: MailEnvelope,
  options: InspectionOptions,
  done: (section: CheckedSection) => void,
): Promise<void> {
  const mail = readInspected(source, envelope)
  const late: Section[] = []
  for (const section of sections) {
    if (section.needsHtml || section.isLate) late.push(section)
    else done(await checkSection(section, mail, options))
  }
  for (const section of late) done(await checkSection(section, mail, options))
}

async function checkSection(
  section: Section,
  mail: ReturnType<typeof readInspected>,
  options: InspectionOptions,
): Promise<CheckedSection> {
  const names = Object.keys(section.rules)
  const isMuted = (name: string) => options.muted.includes(`${section.id}.${name}`)
  if (names.length > 0 && names.every(isMuted)) return skipped(section.id, 'off')
  if (section.needsHtml) {
    if (mail.html === null) return skipped(section.id, 'no_html')
    if (mail.isTooLarge) return skipped(section.id, 'too_large')
    if (mail.tree() === null || mail.sheets() === null) return skipped(section.id, 'too_complex')
  }
  const findings: Finding[] = []
  const muted = new Set<string>()
  let more = 0
  const counts = { fail: 0, warn: 0, info: 0 }
  const ofRule = new Map<string, number>()
  const facts = await section.check(
    mail,
    (name, message, where = null) => {
      const { level } = section.rules[name] as Rule
      const rule = `${section.id}.${name}`
      if (isMuted(name)) return void muted.add(rule)
      counts[level] += 1
      const before = ofRule.get(name) ?? 0
      ofRule.set(name, before + 1)
      const hasRoom = findings.length < mostFindings && before < mostOfRule
      if (hasRoom) findings.push({ rule, level, message, where: told(where, mail.html) })
      else more += 1
    },
    options,
  )
  const status = levels.find((level) => counts[level] > 0) ?? 'pass'
  return {
    id: section.id,
    status,
    skipped: null,
    findings,
    more,
    facts,
    muted: [...muted],
    counts,
  } as CheckedSection
}

const told = (where: Where, html: string | null): Place | null => {
  if (typeof where === 'function') return where()
  return where && 'tagName' in where ? atElement(html ?? '', where) : where
}

const levels = ['fail', 'warn', 'info'] as const

const skipped = (
  id: SectionId,
  reason: NonNullable<InspectionSection['skipped']>,
): CheckedSection => ({
  id,
  status: 'skipped',
  skipped: reason,
  findings: [],
  more: 0,
  facts: null,
  muted: [],
  counts: { fail: 0, warn: 0, info: 0 },
})

/** Puts together what was done; a section that is missing was too complex. */
export function summed(done: readonly CheckedSection[]): Inspection {
  const all = sections.map(
    ({ id }) => done.find((one) => one.id === id) ?? skipped(id, 'too_complex'),
  )
  const counts = { fail: 0, warn: 0, info: 0 }
  for (const section of all) {
    for (const level of levels) counts[level] += section.counts[level]
  }
  return {
    rules_version: rulesVersion,
    verdict: counts.fail > 0 ? 'fail' : counts.warn > 0 ? 'warn' : 'pass',
    counts,
    sections: all,
    muted: all.flatMap((section) => section.muted),
  }
}

/** Every rule with its full id, in the order of the sections. */
export const allRules: InspectionRule[] = sections.flatMap(({ id, rules }) =>
  Object.entries(rules).map(([name, rule]) => ({ id: `${id}.${name}`, section: id, ...rule })),
)

/** Rules that changed make a new check of a mail worth its time. */
const rulesVersion = createHash('sha256')
  .update(JSON.stringify(allRules))
  .digest('hex')
  .slice(0, 12)
