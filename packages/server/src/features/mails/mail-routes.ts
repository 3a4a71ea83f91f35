import {
  deleteMail,
  deleteMails,
  getMail,
  getMailAttachment,
  getMailBody,
  getMailSource,
  listMails,
  restoreMails,
  updateMail,
  updateMails,
} from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import { askerOf } from '../../lib/asker.ts'
import type { MailFiles } from './mail-files.ts'
import { countText, markedText } from './mail-texts.ts'
import type { Mails } from './mails.ts'

export function mailRoutes(mails: Mails, files: MailFiles): Route[] {
  return [
    route(listMails, ({ params, query }, { caller }) => mails.list(askerOf(caller, params), query)),
    route(getMail, async ({ params }, { caller }) => ({
      data: await mails.get(askerOf(caller, params), params.mail),
    })),
    route(updateMail, async ({ params, body }, { caller }) => ({
      data: await mails.update(askerOf(caller, params), params.mail, body),
    })),
    route(deleteMail, async ({ params }, { caller }) => {
      const deletion = await mails.remove(askerOf(caller, params), params.mail)
      return { message: 'Mail deleted', count: 1, deletion }
    }),
    route(updateMails, async ({ params, query, body: { ids, ...marks } }, { caller }) => {
      const which = ids ? { ids } : { query }
      const count = await mails.updateMany(askerOf(caller, params), which, marks)
      return { message: markedText(count, marks), count }
    }),
    route(deleteMails, async ({ params, query, body: { ids, flagged } }, { caller }) => {
      const [which, withFlagged] = ids ? [{ ids }, true] : [{ query }, flagged === 'include']
      const done = await mails.removeMany(askerOf(caller, params), which, { withFlagged })
      return { message: `${countText(done.count)} deleted`, ...done }
    }),
    route(restoreMails, async ({ params, body: { ids, deletion = '' } }, { caller }) => {
      const which = ids ? { ids } : { deletion }
      const count = await mails.restore(askerOf(caller, params), which)
      return { message: `${countText(count)} restored`, count }
    }),
    route(getMailSource, async ({ params }, { caller }) => ({
      url: await files.sourceLink(askerOf(caller, params), params.mail),
    })),
    route(getMailBody, async ({ params }, { caller }) => ({
      url: await files.bodyLink(askerOf(caller, params), params.mail, params.kind),
    })),
    route(getMailAttachment, async ({ params }, { caller }) => ({
      url: await files.attachmentLink(askerOf(caller, params), params.mail, params.key),
    })),
  ]
}
