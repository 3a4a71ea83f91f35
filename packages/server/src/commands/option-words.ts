import { parseArgs } from 'node:util'

export type OptionWords = { given: ReadonlySet<string>; values: Record<string, string> }

export function readOptionWords(
  words: string[],
  { values: named, switches }: { values: string[]; switches: string[] },
): OptionWords | { problem: string } {
  const given = new Set<string>()
  const values: Record<string, string> = {}
  for (const token of tokensOf(words, named, switches)) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      return { problem: `Nothing can be done with "${token.value}".` }
    }
    const { name, rawName, value } = token
    if (given.has(name)) return { problem: `${rawName} is there twice.` }
    given.add(name)
    if (!named.includes(name)) {
      if (!switches.includes(name)) return { problem: `There is no option ${rawName}.` }
      if (value !== undefined) return { problem: `${rawName} takes no value.` }
      continue
    }
    const text = value?.trim() ?? ''
    // A value that begins with a dash is the next option, unless `=` joins them.
    if (text === '' || (text.startsWith('-') && token.inlineValue === false)) {
      return { problem: `${rawName} needs a value.` }
    }
    values[name] = text
  }
  return { given, values }
}

function tokensOf(words: string[], named: string[], switches: string[]) {
  const withValue = named.map((name) => [name, { type: 'string' as const }])
  const without = switches.map((name) => [name, { type: 'boolean' as const }])
  const options = Object.fromEntries([...withValue, ...without])
  return parseArgs({ args: words, options, strict: false, tokens: true }).tokens
}
