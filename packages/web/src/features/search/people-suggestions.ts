import { suggestAddresses, type AddressRole } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { lastWord, type Suggestion } from './search-suggestions.ts'

/** Whose addresses may complete the last word of a search; `operator` goes before the address. */
type Asked = { role: AddressRole; operator: string; text: string; before: string }

/** A word without an operator is completed by a sender from this length on. */
const shortestWord = 3

export function askedPeople(search: string): Asked | null {
  const word = lastWord(search)
  if (word === null) return null
  const [, sign = '', operator = '', text = ''] = /^(-?)((?:from|to|cc):)?(.*)$/i.exec(word) ?? []
  const before = search.slice(0, search.length - word.length) + sign
  if (operator !== '') {
    const role = operator.toLowerCase() === 'from:' ? 'sender' : 'recipient'
    return { role, operator, text, before }
  }
  if (text.length < shortestWord || text.includes(':')) return null
  return { role: 'sender', operator: 'from:', text, before }
}

const pauseMs = 150
const noSuggestions: readonly Suggestion[] = []
const roleHints: Record<AddressRole, string> = { sender: 'Sender', recipient: 'Recipient' }

/** The senders or recipients of a team that the last word of a search may mean. */
export function useSuggestedPeople(team: number | null, search: string): readonly Suggestion[] {
  const asked = askedPeople(useSettled(search, pauseMs))
  const current = askedPeople(search)
  const { role = 'sender', text = '' } = asked ?? {}
  const { data = [] } = useQuery({
    ...queryOf(queryKeys.addresses(team ?? 0, role, text), suggestAddresses, {
      params: { team: String(team) },
      query: { role, text },
    }),
    enabled: team !== null && asked !== null,
    staleTime: 60_000,
    retry: false,
  })
  if (asked === null || current === null || current.role !== asked.role) return noSuggestions
  return data
    .map(({ name, address }) => {
      const label = current.operator + quoted(address)
      return { value: `${current.before + label} `, label, hint: name || roleHints[asked.role] }
    })
    .filter(({ value }) => value !== `${search} `)
}

const quoted = (address: string) =>
  /[\s()"]/.test(address) ? `"${address.replaceAll('"', '')}"` : address
