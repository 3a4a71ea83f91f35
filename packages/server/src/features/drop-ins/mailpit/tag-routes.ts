import { readTag, tagKey, limits } from '@mailstop/contract'
import { Refusal } from '../../../errors.ts'
import type { DropInInput, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import { readBody, refused, tagChange, tagName } from './mailpit-input.ts'
import { mailIds } from '../named-mail.ts'
import { json, ok } from './mailpit-replies.ts'
import { tagNames } from './message-view.ts'
import type { MailpitDeps } from './requested-mails.ts'

export function createTagRoutes({ mails }: Pick<MailpitDeps, 'mails'>): DropInTable {
  /** Says as Mailpit why a tag cannot be changed. */
  const said = (from: string, to?: string) => (error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'not_found') throw refused(`tag not found: ${from}`)
    throw error.code === 'conflict' ? refused(`tag already exists: ${to}`) : error
  }

  async function list({ wants }: DropInInput) {
    const tags = await mails.change.tags.list(wants('read_mail'))
    return json(tagNames(tags))
  }

  async function set({ body, wants }: DropInInput) {
    const { ids, tags } = readBody(tagChange, body)
    const named = differentTags(tags)
    if (named.length > limits.tagsPerMail) {
      throw refused(`A message has at most ${limits.tagsPerMail} tags`)
    }
    await mails.change.updateMany(wants('change_mail'), { ids: mailIds(ids) }, { tags: named })
    return ok()
  }

  async function change({ params, body, wants }: DropInInput) {
    const from = params['tag'] ?? ''
    const written = readBody(tagName, body).name
    const to = cleanTag(written)
    if (to === null) throw refused(`invalid tag name: ${written}`)
    await mails.change.tags.change(wants('change_mail'), from, { name: to }).catch(said(from, to))
    return ok()
  }

  async function remove({ params, wants }: DropInInput) {
    const name = params['tag'] ?? ''
    await mails.change.tags.remove(wants('change_mail'), name).catch(said(name))
    return ok()
  }

  const ofIds = { maxBodyBytes: 256 * 1024 }
  return {
    'GET /api/v1/tags': ['mail:read', list],
    'PUT /api/v1/tags': ['mail:write', set, ofIds],
    'PUT /api/v1/tags/{tag}': ['mail:write', change, ofIds],
    'DELETE /api/v1/tags/{tag}': ['mail:write', remove, { maxBodyBytes: 1_024 }],
  }
}

/** Characters that a tag cannot have become spaces, as in Mailpit. */
const cleanTag = (written: string) =>
  readTag(
    written
      .replaceAll(/[^A-Za-z0-9 _.@-]+/g, ' ')
      .trim()
      .slice(0, limits.tagLength),
  )

function differentTags(written: readonly string[]): string[] {
  const names = written.flatMap((name) => cleanTag(name) ?? [])
  return [...Map.groupBy(names, tagKey).values()].flatMap(([first]) => first ?? [])
}
