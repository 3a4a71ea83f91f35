import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { dnsRecord, type DnsRecord } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'

/** Bounds of one check. */
const most = { questions: 40, eachMs: 2_000, allMs: 5_000, valuesKept: 20 }

/** A text in its pieces, an address, or a mail exchanger. */
type Value = string | string[] | { exchange: string; priority: number }
type Answers = string[] | string[][]

const dnsError = (code: string) => Object.assign(new Error(`DNS: ${code}`), { code })

/**
 * Asks DNS for one check of a mail, whose sender wrote the names: at most 40 questions, each once, for two seconds
 * each and five in all, and only for records that hold text or addresses. What is asked and answered is kept.
 */
export function createCountedResolver({ servers }: { servers: string[] | null }) {
  const resolver = new Resolver({ timeout: most.eachMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  const ended = new AbortController()
  const endsAt = performance.now() + most.allMs
  const asked = new Map<string, Promise<Answers>>()
  const records: DnsRecord[] = []

  async function ask(name: string, type: DnsRecord['type']): Promise<Answers> {
    const left = Math.min(most.eachMs, endsAt - performance.now())
    if (asked.size >= most.questions || left <= 0) throw dnsError('ENOTASKED')
    const late = pause(left, undefined, { signal: ended.signal }).then(() => {
      throw dnsError('ETIMEOUT')
    })
    return Promise.race([resolver.resolve(name, type) as Promise<Answers>, late])
  }

  /** The form of a resolver of `mailauth`: texts in their pieces, and errors with the codes of Node. */
  function resolve(name: string, asType: string): Promise<Answers> {
    // The name of an address (PTR), for example, is no part of any check that is in use today.
    const { data: type } = dnsRecord.shape.type.safeParse(asType)
    if (type === undefined) return Promise.reject(dnsError('ENOTFOUND'))
    const key = `${type} ${name.toLowerCase()}`
    const known = asked.get(key)
    if (known) return known
    const answer = ask(name, type)
    asked.set(key, answer)
    const record = { name: name.toLowerCase().slice(0, 255), type }
    answer.then(
      (values) =>
        records.push({
          ...record,
          values: values.slice(0, most.valuesKept).map(shown),
          problem: null,
        }),
      (error: { code?: string }) =>
        records.push({ ...record, values: [], problem: problems[error.code ?? ''] ?? 'no_answer' }),
    )
    return answer
  }

  return {
    resolve,
    /** The whole texts of a name; none where there are none, or they are not known. */
    async texts(name: string): Promise<string[]> {
      const found = await resolve(name, 'TXT').catch(() => [])
      return found.map((text) => [text].flat().join(''))
    },
    records: (): DnsRecord[] => records.slice(0, most.questions + 1),
    end(): void {
      ended.abort()
      resolver.cancel()
    },
  }
}

const problems: Record<string, DnsRecord['problem']> = {
  ENOTASKED: 'not_asked',
  ENOTFOUND: 'not_found',
  ENODATA: 'not_found',
  EBADNAME: 'not_found',
}

function shown(value: Value): string {
  const isExchanger = typeof value === 'object' && 'exchange' in value
  const text = isExchanger ? `${value.priority} ${value.exchange}` : [value].flat().join('')
  return text.slice(0, limits.shownRecord)
}
