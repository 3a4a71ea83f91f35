import {
  countText,
  createTagRule,
  deleteTag,
  deleteTagRule,
  getTagging,
  listTagRules,
  listTags,
  setTagging,
  updateTag,
  updateTagRule,
} from '@mailstop/contract'
import { dataRoute, doneRoute, route, type Route } from '../../http/route.ts'
import type { Mails } from './mails.ts'

export function tagRoutes({ change: { tags, tagRules } }: Pick<Mails, 'change'>): Route[] {
  return [
    dataRoute(listTags, ({ query }, { request }) => tags.list(request, query)),
    route(updateTag, async ({ query, body }, { request }) => {
      const count = await tags.change(request, query.tag, body)
      return { message: body.name === undefined ? 'Color changed' : 'Tag renamed', count }
    }),
    route(deleteTag, async ({ query }, { request }) => {
      const count = await tags.remove(request, query.tag)
      return { message: `Tag removed from ${countText(count)}`, count }
    }),
    dataRoute(getTagging, (_input, { request }) => tags.tagging(request)),
    dataRoute(setTagging, ({ body }, { request }) => tags.setTagging(request, body)),
    dataRoute(listTagRules, (_input, { request }) => tagRules.list(request)),
    dataRoute(createTagRule, ({ body }, { request }) => tagRules.create(request, body)),
    dataRoute(updateTagRule, ({ params, body }, { request }) =>
      tagRules.update(request, params.tag_rule, body),
    ),
    doneRoute(deleteTagRule, 'Rule removed', ({ params }, { request }) =>
      tagRules.remove(request, params.tag_rule),
    ),
  ]
}
