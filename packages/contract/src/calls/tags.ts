import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, idParam, timeField } from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { bulkReply, dataReply, messageReply } from '../rules/replies.ts'
import { readTag, tagRule } from '../rules/tag-names.ts'
import { teamParams } from './teams.ts'

/** A name in the form of a tag; `rule` says which form that is. */
export const tagLikeField = (rule: string) =>
  z
    .string()
    .max(2 * limits.tagLength)
    .refine((text) => readTag(text) !== null, rule)
    .transform((text) => readTag(text) ?? text)

export const tagField = tagLikeField(tagRule)

/** Tags of one change. */
export const tagList = z.array(tagField).max(limits.tagsPerMail)

export const tagColor = z.enum([
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
])
export type TagColor = z.output<typeof tagColor>

export const tag = z.object({
  /** The spelling of the first mail that has it. */
  name: z.string(),
  total: z.number().int(),
  unread: z.number().int(),
  /** Null: the color of text. */
  color: tagColor.nullable(),
})
export type Tag = z.output<typeof tag>

export const listTags = defineEndpoint({
  call: 'GET /api/teams/{team}/tags',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'The tags of the mail of a team, with the exact number of mails and of unread mails: the 1,000 that came with the newest mail, the newest first. With `colored=only`, all that have a color, also those of no mail.',
  params: teamParams,
  query: z.strictObject({ colored: z.literal('only').optional() }),
  reply: dataReply(z.array(tag)),
})

/** A tag may be `..`, which no path can name. */
const namedTag = z.strictObject({ tag: tagField })

export const updateTag = defineEndpoint({
  call: 'PATCH /api/teams/{team}/tags',
  action: 'change_mail',
  scope: 'mail:write',
  summary:
    'Sets the color of the tag that `tag` names, or renames it: on all mail that has it, in the rules that add it, and with its color. Where there is a tag of the new name, `merge` says that the two become one. The reply counts the changed mails. Mail that arrives with the old name afterwards keeps it.',
  params: teamParams,
  query: namedTag,
  body: z
    .strictObject({
      name: tagField.optional(),
      merge: z.boolean().optional(),
      color: tagColor.nullable().optional(),
    })
    .refine(({ name, color }) => name !== undefined || color !== undefined, {
      path: ['name'],
      message: 'Pass name or color',
    }),
  reply: bulkReply,
})

export const deleteTag = defineEndpoint({
  call: 'DELETE /api/teams/{team}/tags',
  action: 'change_mail',
  scope: 'mail:write',
  summary:
    'Takes the tag that `tag` names from all mail and from the rules that add it. A rule without tags is removed. The mail stays.',
  params: teamParams,
  query: namedTag,
  reply: bulkReply,
})

/** Mail that is caught from now on, and that the search finds, gets the tags. */
export const taggingRule = z.object({
  id: idField,
  search: z.string(),
  tags: z.array(z.string()),
  created_at: timeField,
})
export type TaggingRule = z.output<typeof taggingRule>

const taggingRuleBody = z.strictObject({
  search: z
    .string()
    .trim()
    .min(1)
    .max(limits.queryLength)
    // Postgres keeps no NUL in a text.
    .refine((search) => !search.includes('\0')),
  tags: tagList.min(1),
})

const taggingRuleParams = teamParams.extend({ tag_rule: idParam })

export const listTagRules = defineEndpoint({
  call: 'GET /api/teams/{team}/tag-rules',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'The rules that tag mail when it is caught, oldest first.',
  params: teamParams,
  reply: dataReply(z.array(taggingRule)),
})

export const createTagRule = defineEndpoint({
  call: 'POST /api/teams/{team}/tag-rules',
  action: 'change_mail',
  scope: 'mail:write',
  summary: `Adds a rule: mail that is caught from now on and that the search finds gets the tags. A team has at most ${limits.tagRulesPerTeam}, with ${limits.tagRuleTerms} words and conditions together. Days are those of UTC.`,
  params: teamParams,
  body: taggingRuleBody,
  reply: dataReply(taggingRule),
})

export const updateTagRule = defineEndpoint({
  call: 'PATCH /api/teams/{team}/tag-rules/{tag_rule}',
  action: 'change_mail',
  scope: 'mail:write',
  summary: 'Changes the search or the tags of a rule. Mail that was caught before stays as it is.',
  params: taggingRuleParams,
  body: taggingRuleBody
    .partial()
    .refine(({ search, tags }) => search !== undefined || tags !== undefined, {
      path: ['search'],
      message: 'Pass search or tags',
    }),
  reply: dataReply(taggingRule),
})

export const deleteTagRule = defineEndpoint({
  call: 'DELETE /api/teams/{team}/tag-rules/{tag_rule}',
  action: 'change_mail',
  scope: 'mail:write',
  summary: 'Removes a rule. Mail keeps the tags that it has.',
  params: taggingRuleParams,
  reply: messageReply,
})

/** Which mail gets tags by itself. */
export const tagging = z.object({
  /** Mail to or from `ada+run42@…` gets the tag `run42`. */
  plus_addresses: z.boolean(),
})
export type Tagging = z.output<typeof tagging>

export const getTagging = defineEndpoint({
  call: 'GET /api/teams/{team}/tagging',
  action: 'read_team',
  summary: 'Whether addresses with a plus tag the mail of a team.',
  params: teamParams,
  reply: dataReply(tagging),
})

export const setTagging = defineEndpoint({
  call: 'PUT /api/teams/{team}/tagging',
  action: 'set_tagging',
  summary:
    'Sets whether addresses with a plus tag mail that is caught from now on. Only the owner may do this.',
  params: teamParams,
  body: z.strictObject(tagging.shape),
  reply: dataReply(tagging),
})
