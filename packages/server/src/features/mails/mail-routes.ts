import {
  countMails,
  countText,
  deleteMail,
  deleteMails,
  downloadMailAttachment,
  downloadMailAttachments,
  getAttachedMail,
  getAttachmentDigest,
  getLatestMail,
  getMail,
  getMailAttachment,
  getMailBody,
  getMailFile,
  getMailMarker,
  getMailSource,
  getRetention,
  limits,
  listDeletedMails,
  listDeletions,
  listMails,
  restoreMails,
  setRetention,
  suggestAddresses,
  updateMail,
  updateMails,
  waitForMail,
} from '@mailstop/contract'
import type { z } from 'zod'
import { isProgram } from '../../actor.ts'
import { dataRoute, fileRoute, route, type Route } from '../../http/route.ts'
import type { MailFiles } from './show/mail-files.ts'
import type { Mails } from './mails.ts'
import type { Waits } from './wait/waits.ts'

export function mailRoutes(mails: Mails, files: MailFiles, waits: Waits): Route[] {
  return [
    route(listMails, ({ query }, { request, unlessKnown }) =>
      mails.show.list(request, query, unlessKnown),
    ),
    dataRoute(countMails, ({ query }, { request, unlessKnown }) =>
      mails.find.count(request, query, unlessKnown),
    ),
    dataRoute(suggestAddresses, ({ query }, { request }) =>
      mails.find.suggestAddresses(request, query),
    ),
    dataRoute(getRetention, (_input, { request }) => mails.keep.retention.get(request)),
    dataRoute(setRetention, ({ body }, { request }) => mails.keep.retention.set(request, body)),
    dataRoute(getLatestMail, ({ query }, { request }) => mails.show.latest(request, query)),
    dataRoute(getMailMarker, (_input, { request }) => waits.marker(request)),
    route(waitForMail, ({ query }, { request }) => waits.wait(request, query)),
    dataRoute(getMail, ({ params }, { request, unlessKnown }) =>
      mails.show.get(request, params.mail, unlessKnown),
    ),
    dataRoute(updateMail, ({ params, body }, { request }) =>
      mails.change.update(request, params.mail, body),
    ),
    route(deleteMail, async ({ params }, { request }) => {
      const deletion = await mails.change.remove(request, params.mail)
      return { message: 'Message deleted', count: 1, deletion }
    }),
    route(updateMails, async ({ query, body: { ids, ...change } }, { request }) => {
      const which = ids ? { ids } : { query }
      const changed = await mails.change.updateMany(request, which, change)
      const count = changed.length
      const named = count <= limits.marksListed ? changed : null
      return { message: changedText(count, change), count, ids: named }
    }),
    route(
      deleteMails,
      async ({ query: { all, ...query }, body: { ids, flagged } }, { request }) => {
        if (isProgram(request.actor)) mails.find.requireNamed({ ids, query, all })
        const [which, withFlagged] = ids ? [{ ids }, true] : [{ query }, flagged === 'include']
        const done = await mails.change.removeMany(request, which, { withFlagged })
        return { message: `${countText(done.count)} deleted`, ...done }
      },
    ),
    dataRoute(listDeletions, (_input, { request }) => mails.change.deletions(request)),
    dataRoute(listDeletedMails, ({ params }, { request }) =>
      mails.change.deletedMails(request, params.deletion),
    ),
    route(restoreMails, async ({ body: { ids, deletion = '' } }, { request }) => {
      const which = ids ? { ids } : { deletion }
      const count = await mails.change.restore(request, which)
      return { message: `${countText(count)} restored`, count }
    }),
    route(getMailSource, async ({ params }, { request }) => ({
      url: await files.link(request, params.mail, 'source'),
    })),
    fileRoute(getMailFile, ({ params }, context) => files.open(params.token, context)),
    route(getMailBody, async ({ params }, { request }) => ({
      url: await files.link(request, params.mail, params.kind),
    })),
    route(getMailAttachment, async ({ params }, { request }) => ({
      url: await files.attachmentLink(request, params.mail, params.key),
    })),
    route(downloadMailAttachment, async ({ params }, { request }) => ({
      url: await files.attachmentLink(request, params.mail, params.key, 'download'),
    })),
    route(downloadMailAttachments, async ({ params }, { request }) => ({
      url: await files.link(request, params.mail, 'zip'),
    })),
    route(getAttachmentDigest, async ({ params }, { request }) => ({
      data: { sha256: await mails.show.digest(request, params.mail, params.key) },
    })),
    route(getAttachedMail, async ({ params }, { request }) => ({
      data: await mails.show.attachedMail(request, params.mail, params.key),
    })),
  ]
}

type Change = Omit<z.output<(typeof updateMails)['body']>, 'ids'>

function changedText(
  count: number,
  { read, flagged, tags, add_tags, remove_tags }: Change,
): string {
  const changes = [
    ...(read === undefined ? [] : [read ? 'marked as read' : 'marked as unread']),
    ...(flagged === undefined ? [] : [flagged ? 'flagged' : 'unflagged']),
    ...((tags ?? add_tags ?? remove_tags) ? ['tagged'] : []),
  ]
  return `${countText(count)} ${changes.join(' and ')}`
}
