import { Resolver } from 'node:dns/promises'
import type { DnsRecord } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'

/**
 * Asks DNS for one check of a mail, whose sender wrote the names: at most 40 questions, each once, for two seconds
 * each and five in all, and only for records that hold text or addresses. What is asked and answered is kept.
 */
export type CountedResolver = ReturnType<typeof createCountedResolver>

export const dnsLimits = { questions: 40, eachMs: 2_000, allMs: 5_000, valuesKept: 20 }

type Rules = { servers: string[] | null } & Partial<typeof dnsLimits>

/** The types that SPF, DKIM, DMARC and MX need. Names of addresses (PTR) are asked by no check that is in use today. */
const askedTypes = ['TXT', 'MX', 'A', 'AAAA'] as const
type AskedType = (typeof askedTypes)[number]
type Answers = string[] | string[][]

const isAsked = (type: string): type is AskedType => askedTypes.some((each) => each === type)

const dnsError = (code: string, message: string) => Object.assign(new Error(message), { code })

export function createCountedResolver({ servers, ...changed }: Rules) {
  const { questions, eachMs, allMs, valuesKept } = { ...dnsLimits, ...changed }
  const resolver = new Resolver({ timeout: eachMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  const endsAt = performance.now() + allMs
  const asked = new Map<string, Promise<Answers>>()
  const records = new Map<string, DnsRecord>()
  let count = 0

  async function question(name: string, type: AskedType): Promise<Answers> {
    const left = Math.min(eachMs, endsAt - performance.now())
    if (count >= questions || left <= 0) throw dnsError('ENOTASKED', 'Too many questions')
    count += 1
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(dnsError('ETIMEOUT', 'No answer')), left)
    try {
      return await Promise.race([answersTo(name, type), promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async function answersTo(name: string, type: AskedType): Promise<Answers> {
    return (await resolver.resolve(name, type)) as Answers
  }

  /** The form of a resolver of `mailauth`: texts in their pieces, and errors with the codes of Node. */
  function resolve(name: string, type: string): Promise<Answers> {
    if (!isAsked(type)) return Promise.reject(dnsError('ENOTFOUND', `${type} is not asked for`))
    const key = `${type} ${name.toLowerCase()}`
    const known = asked.get(key)
    if (known) return known
    const answer = question(name, type)
    asked.set(key, answer)
    const record = (values: string[], problem: DnsRecord['problem']) =>
      records.set(key, { name: name.toLowerCase().slice(0, 255), type, values, problem })
    answer.then(
      (values) => record(values.slice(0, valuesKept).map(shown), null),
      (error: { code?: string }) => record([], problemOf(error.code)),
    )
    return answer
  }

  return {
    resolve,
    /** The whole texts of a name; none where there are none, or they are not known. */
    async texts(name: string): Promise<string[]> {
      const found = await resolve(name, 'TXT').catch(() => [])
      return found.map((text) => (typeof text === 'string' ? text : text.join('')))
    },
    records: (): DnsRecord[] => [...records.values()],
    end: (): void => resolver.cancel(),
  }
}

function problemOf(code: string | undefined): DnsRecord['problem'] {
  if (code === 'ENOTASKED') return 'not_asked'
  return ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(code ?? '') ? 'not_found' : 'no_answer'
}

type Exchanger = { exchange: string; priority: number }

/** A text in its pieces, an address, or a mail exchanger. */
function shown(value: string | string[] | Exchanger): string {
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.join('')
        : `${value.priority} ${value.exchange}`
  return text.slice(0, limits.shownRecord)
}
