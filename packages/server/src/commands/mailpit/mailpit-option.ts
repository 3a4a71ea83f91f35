import type { Meaning } from './mailpit-values.ts'

/**
 * Flags, letters and variables of Mailpit that mean the same. They are mapped to settings of ours; or harmless, where
 * nothing would be different; or refused, where silence would let somebody believe what is not so.
 */
export type MailpitOption = {
  flags: string[]
  letter: string | null
  variables: string[]
  takes: 'value' | 'switch'
} & (
  | { kind: 'mapped'; to: (value: string) => Meaning }
  | { kind: 'harmless' }
  | { kind: 'refused'; why: string }
)

type Takes = MailpitOption['takes']

/** `names` are words: `database -d MP_DATABASE`. */
function option<Kind>(takes: Takes, names: string, kind: Kind) {
  const words = names.split(' ')
  return {
    flags: words.filter((word) => /^[a-z]/.test(word)),
    letter: words.find((word) => word.startsWith('-'))?.slice(1) ?? null,
    variables: words.filter((word) => word.startsWith('MP_')),
    takes,
    ...kind,
  }
}

export const mapped = (takes: Takes, names: string, to: (value: string) => Meaning) =>
  option(takes, names, { kind: 'mapped' as const, to })
export const harmless = (takes: Takes, names: string) =>
  option(takes, names, { kind: 'harmless' as const })
export const refused = (takes: Takes, names: string, why: string) =>
  option(takes, names, { kind: 'refused' as const, why })

/** Variables without flags, whose names begin alike. A switch that is off means nothing. */
export function refusedVariables(
  why: string,
  { beginning, values, switches }: { beginning: string; values: string; switches: string },
): MailpitOption[] {
  const all = (takes: Takes, names: string) =>
    names.split(' ').map((name) => refused(takes, `${beginning}${name}`, why))
  return [...all('value', values), ...all('switch', switches)]
}
