import { listTags, tagKey } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { tagTerm } from '../../lib/paths/tag-search.ts'
import { lastWord, type Suggestion } from './search-suggestions.ts'

const mostSuggested = 9

/** What is written of a tag as the last word of a search, and what stands before it. */
export function askedTag(search: string): { text: string; before: string } | null {
  const word = lastWord(search)
  const [, sign = '', text] = /^(-?)tag:(.*)$/i.exec(word ?? '') ?? []
  if (word === null || text === undefined) return null
  return { text, before: search.slice(0, search.length - word.length) + sign }
}

/** The tags of a team that the last word of a search may become. */
export function useSuggestedTags(team: number | null, search: string): readonly Suggestion[] {
  const asked = askedTag(search)
  const { data = [] } = useQuery({
    ...queryOf(queryKeys.tags(team ?? 0), listTags, { params: { team: String(team) } }),
    enabled: team !== null && asked !== null,
    staleTime: 10_000,
    retry: false,
  })
  if (asked === null) return []
  return data
    .filter(({ name }) => tagKey(name).startsWith(tagKey(asked.text)))
    .slice(0, mostSuggested)
    .map(({ name, total }) => ({
      value: `${asked.before}${tagTerm(name)} `,
      label: tagTerm(name),
      hint: `${total.toLocaleString('en')} tagged`,
    }))
    .filter(({ value }) => value !== `${search} `)
}
