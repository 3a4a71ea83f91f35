import {
  createTagRule,
  deleteTag,
  deleteTagRule,
  listTagRules,
  listTags,
  tagKey,
  updateTag,
  updateTagRule,
  type EndpointInput,
  type Tag,
  type TagColor,
  type TaggingRule,
} from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { useChanging } from '../../lib/api/use-changing.ts'

const coloredQuery = (team: number) =>
  queryOf(queryKeys.coloredTags(team), listTags, {
    params: { team: String(team) },
    query: { colored: 'only' },
  })

/** The tags of a team: those with a color, and then those of the newest mail. */
export function useTags(team: number) {
  const colored = useQuery(coloredQuery(team))
  const newest = useQuery(
    queryOf(queryKeys.tags(team), listTags, { params: { team: String(team) } }),
  )
  const byKey = new Map<string, Tag>()
  for (const tag of [...(colored.data ?? []), ...(newest.data ?? [])]) {
    if (!byKey.has(tagKey(tag.name))) byKey.set(tagKey(tag.name), tag)
  }
  return { ...newest, data: newest.data && [...byKey.values()] }
}

/** The colors of the tags of a team, for `TagColorsContext`. */
export function useTagColors(team: number): ReadonlyMap<string, TagColor> {
  const { data } = useQuery(coloredQuery(team))
  return useMemo(
    () =>
      new Map(
        (data ?? []).flatMap(({ name, color }): [string, TagColor][] =>
          color ? [[tagKey(name), color]] : [],
        ),
      ),
    [data],
  )
}

export const useTagRules = (team: number) =>
  useQuery(queryOf(queryKeys.tagRules(team), listTagRules, { params: { team: String(team) } }))

/** Calls that change tags or rules. What the page shows of them is fetched again. */
export function useTagChanges(team: number) {
  const changing = useChanging(queryKeys.tags(team))
  const params = { team: String(team) }
  const of = ({ id }: TaggingRule) => ({ ...params, tag_rule: String(id) })
  return {
    changeTag: (tag: string, body: EndpointInput<typeof updateTag>['body']) =>
      changing(call(updateTag, { params, query: { tag }, body })),
    removeTag: (tag: string) => changing(wasRemoved(call(deleteTag, { params, query: { tag } }))),
    addRule: (body: EndpointInput<typeof createTagRule>['body']) =>
      changing(call(createTagRule, { params, body })),
    changeRule: (rule: TaggingRule, body: EndpointInput<typeof updateTagRule>['body']) =>
      changing(call(updateTagRule, { params: of(rule), body })),
    removeRule: (rule: TaggingRule) =>
      changing(wasRemoved(call(deleteTagRule, { params: of(rule) }))),
  }
}
