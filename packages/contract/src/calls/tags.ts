import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { limits } from '../rules/limits.ts'
import { dataReply } from '../rules/replies.ts'
import { teamParams } from './teams.ts'

/** Two tags are the same when they differ in case alone. */
export const tagKey = (name: string): string => name.toLowerCase()

/** ASCII only, so that both databases and all clients agree on which tags are the same. */
const tagForm = /^[A-Za-z0-9 _.@-]+$/

/** The stored form: without spaces around it, and with one between its words. Null when it is no tag. */
export function readTag(text: string): string | null {
  const name = text.trim().replaceAll(/ +/g, ' ')
  return name.length <= limits.tagLength && tagForm.test(name) ? name : null
}

export const tagRule = 'A tag has 1 to 100 letters, digits, spaces and characters of . _ @ -'

export const tagField = z
  .string()
  .max(2 * limits.tagLength)
  .refine((text) => readTag(text) !== null, tagRule)
  .transform((text) => readTag(text) ?? text)

/** Tags of one change. */
export const tagList = z.array(tagField).max(limits.tagsPerMail)

export const tag = z.object({
  /** The spelling of the first mail that has it. */
  name: z.string(),
  total: z.number().int(),
  unread: z.number().int(),
})
export type Tag = z.output<typeof tag>

export const listTags = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/tags',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'The tags of the mail of a team, with the exact number of mails and of unread mails: the 1,000 that came with the newest mail, the newest first.',
  params: teamParams,
  reply: dataReply(z.array(tag)),
})

/** Which mail gets tags by itself. */
export const tagging = z.object({
  /** Mail to or from `ada+run42@…` gets the tag `run42`. */
  plus_addresses: z.boolean(),
})
export type Tagging = z.output<typeof tagging>

export const getTagging = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/tagging',
  action: 'read_team',
  summary: 'Whether addresses with a plus tag the mail of a team.',
  params: teamParams,
  reply: dataReply(tagging),
})

export const setTagging = defineEndpoint({
  method: 'PUT',
  path: '/api/teams/{team}/tagging',
  action: 'set_tagging',
  summary:
    'Sets whether addresses with a plus tag mail that is caught from now on. Only the owner may do this.',
  params: teamParams,
  body: z.strictObject(tagging.shape),
  reply: dataReply(tagging),
})
