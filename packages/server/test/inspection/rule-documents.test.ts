import { expect, test } from 'vitest'
import { allRules } from '../../src/inspect/inspect.ts'

/** Markdown would take tags that are meant to be read as tags of its own. */
const shown = (text: string) => text.replaceAll('<', String.raw`\<`)

const levels = { fail: 'to fix', warn: 'to look at', info: 'to know' }

function document(): string {
  const sections = [...new Set(allRules.map(({ section }) => section))]
  const about = (rule: (typeof allRules)[number]) =>
    [
      `### ${rule.id}`,
      '',
      `**${shown(rule.what)}** (${rule.level}: ${levels[rule.level]})`,
      '',
      `${shown(rule.why)}${rule.since === null ? '' : ` Since: ${rule.since}.`}`,
      '',
      `How to mend it: ${shown(rule.mend)}`,
      '',
    ].join('\n')
  return [
    '# What the check of a mail looks for',
    '',
    'Each rule has an id that stays. A team mutes rules that do not matter to it. Nothing that a mail names is fetched for a',
    'check. This page is written from the rules themselves.',
    '',
    ...sections.flatMap((section) => [
      `## ${section}`,
      '',
      ...allRules.filter((rule) => rule.section === section).map(about),
    ]),
  ].join('\n')
}

// `npx vitest run --project server rule-documents -u` writes the page.
test('the page of rules says what the rules say', async () => {
  await expect(document()).toMatchFileSnapshot('../../../../docs/inspection.md')
})
