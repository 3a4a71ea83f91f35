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
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'

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
  const queryClient = useQueryClient()
  const params = { team: String(team) }
  async function refetch() {
    await queryClient.invalidateQueries({ queryKey: queryKeys.tags(team) })
  }
  return {
    async changeTag(tag: string, body: EndpointInput<typeof updateTag>['body']) {
      await call(updateTag, { params, query: { tag }, body })
      await refetch()
    },
    async removeTag(tag: string) {
      await wasRemoved(call(deleteTag, { params, query: { tag } }))
      await refetch()
    },
    async saveRule(rule: TaggingRule | null, body: EndpointInput<typeof createTagRule>['body']) {
      const saved = rule
        ? call(updateTagRule, { params: { ...params, tag_rule: String(rule.id) }, body })
        : call(createTagRule, { params, body })
      await saved
      await refetch()
    },
    async removeRule({ id }: TaggingRule) {
      await wasRemoved(call(deleteTagRule, { params: { ...params, tag_rule: String(id) } }))
      await refetch()
    },
  }
}
