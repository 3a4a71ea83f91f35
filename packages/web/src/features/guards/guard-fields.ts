import type { Guard, GuardDemand } from '@mailstop/contract'

export type Rule = GuardDemand['rule']
type Option = { value: string; label: string }

/** What a guard asks for besides its name, as a form holds it. */
export const guardFields = {
  search: { label: 'Search', kind: 'text' },
  must: { label: 'must also match', kind: 'text' },
  domains: { label: 'Domains', kind: 'list' },
  hosts: { label: 'Hosts', kind: 'list' },
  local: { label: 'localhost, private networks and names such as app.test', kind: 'flag' },
  most: { label: 'At most', kind: 'number' },
  minutes: { label: 'Minutes', kind: 'number' },
  same: {
    label: 'The same',
    kind: 'choice',
    options: [
      { value: 'mail', label: 'subject and text to one person' },
      { value: 'subject', label: 'subject to one person' },
      { value: 'text', label: 'text to anybody' },
    ],
  },
  kilobytes: { label: 'Kilobytes', kind: 'number' },
} as const satisfies Record<string, { label: string; kind: string; options?: readonly Option[] }>

export type GuardField = keyof typeof guardFields
export type GuardValues = Record<GuardField, string>

/** Each rule with how people read it, and what it asks for. */
export const guardRules: Record<Rule, { label: string; fields: readonly GuardField[] }> = {
  no_mail: { label: 'No message may match a search', fields: ['search'] },
  each_mail: {
    label: 'Each message of a search must match another',
    fields: ['search', 'must'],
  },
  at_most: { label: 'Only so many of the same', fields: ['most', 'same', 'minutes'] },
  recipients_within: { label: 'Recipients only within domains', fields: ['domains'] },
  sender_within: { label: 'Senders only within domains', fields: ['domains'] },
  no_links_to: { label: 'No links and images to hosts', fields: ['hosts', 'local'] },
  no_placeholder: { label: 'No placeholder that is left', fields: [] },
  recipients_at_most: { label: 'Only so many recipients', fields: ['most'] },
  no_secret: { label: 'No password or key in clear', fields: [] },
  unsubscribe_on_bulk: { label: 'A way to unsubscribe on bulk mail', fields: [] },
  html_at_most: { label: 'Only so much HTML', fields: ['kilobytes'] },
}

/** What a guard searches for. */
export const searchesOf = ({ demand, except }: Pick<Guard, 'demand' | 'except'>): string[] => [
  ...('search' in demand ? [demand.search] : []),
  ...('must' in demand ? [demand.must] : []),
  ...(except === null ? [] : [except]),
]

const blank: GuardValues = {
  search: '',
  must: '',
  domains: '',
  hosts: '',
  local: '',
  most: '1',
  minutes: '10',
  same: 'mail',
  kilobytes: '102',
}

/** The fields of a form for a demand. */
export const valuesOf = (demand: GuardDemand): GuardValues => ({
  ...blank,
  ...Object.fromEntries(
    Object.entries(demand).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.join(', ') : value === false ? '' : String(value),
    ]),
  ),
})

const read = {
  text: (value: string) => value,
  choice: (value: string) => value,
  list: (value: string) => value.split(/[\s,;]+/).filter(Boolean),
  flag: (value: string) => value !== '',
  number: Number,
}

/** The demand of a form. The server says what is wrong with it. */
export const demandOf = (rule: Rule, values: GuardValues): GuardDemand =>
  ({
    rule,
    ...Object.fromEntries(
      guardRules[rule].fields.map((field) => [field, read[guardFields[field].kind](values[field])]),
    ),
  }) as GuardDemand

/** What a guard was set to: 'Domains: acme.test'. */
export function settingsText(demand: GuardDemand): string {
  const values = valuesOf(demand)
  return guardRules[demand.rule].fields
    .flatMap((name) => {
      const field = guardFields[name]
      if (values[name] === '') return []
      if (field.kind === 'flag') return field.label
      const options: readonly Option[] = field.kind === 'choice' ? field.options : []
      const chosen = options.find(({ value }) => value === values[name])
      return `${field.label}: ${chosen?.label ?? values[name]}`
    })
    .join(' · ')
}
