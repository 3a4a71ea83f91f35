import { readTag, tagKey, limits } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import type { DropInInput, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import type { MailSearch } from '../../mails/mails.ts'
import { mailIds, readBody, refused, tagChange, tagName } from './mailpit-input.ts'
import { json, ok } from './mailpit-replies.ts'
import { tagNames } from './message-view.ts'
import type { MailpitDeps } from './asked.ts'

export function createTagRoutes({ mails }: Pick<MailpitDeps, 'mails'>): DropInTable {
  async function requireTag(request: TeamRequest<'change_mail'>, name: string): Promise<void> {
    if (!(await mails.change.tags.has(request, name))) throw refused(`tag not found: ${name}`)
  }

  /** Renames a tag on all mail that has it. Tags that differ in case alone are the same. */
  async function rename(request: TeamRequest<'change_mail'>, from: string, to: string) {
    const isSame = tagKey(from) === tagKey(to)
    if (!isSame && (await mails.change.tags.has(request, to))) {
      throw refused(`tag already exists: ${to}`)
    }
    await mails.change.updateMany(request, { search: withTag(from) }, { rename_tag: { from, to } })
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
    const request = wants('change_mail')
    await requireTag(request, from)
    if (to !== from) await rename(request, from, to)
    return ok()
  }

  async function remove({ params, wants }: DropInInput) {
    const name = params['tag'] ?? ''
    const request = wants('change_mail')
    await requireTag(request, name)
    await mails.change.updateMany(request, { search: withTag(name) }, { remove_tags: [name] })
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

const withTag = (name: string): MailSearch => ({ kind: 'row', test: { tag: tagKey(name) } })

/** Characters that a tag cannot have become spaces, as in Mailpit. */
const cleanTag = (written: string) =>
  readTag(
    written
      .replaceAll(/[^A-Za-z0-9 _.@-]+/g, ' ')
      .trim()
      .slice(0, limits.tagLength),
  )

function differentTags(written: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of written.map(cleanTag)) {
    if (name !== null && !byKey.has(tagKey(name))) byKey.set(tagKey(name), name)
  }
  return [...byKey.values()]
}
