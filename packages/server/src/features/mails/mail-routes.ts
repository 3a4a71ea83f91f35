import {
  deleteMail,
  getCounters,
  getMail,
  getMailAttachment,
  getMailSource,
  listMails,
  updateMail,
} from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { MailFiles } from './mail-files.ts'
import type { Mails } from './mails.ts'

export function mailRoutes(mails: Mails, files: MailFiles): Route[] {
  const asker = (caller: { userId: number }, params: { team: number }) => ({
    userId: caller.userId,
    teamId: params.team,
  })
  return [
    route(listMails, ({ params, query }, { caller }) => mails.list(asker(caller, params), query)),
    route(getMail, async ({ params }, { caller }) => ({
      data: await mails.get(asker(caller, params), params.mail),
    })),
    route(updateMail, async ({ params, body }, { caller }) => ({
      data: await mails.update(asker(caller, params), params.mail, body),
    })),
    route(deleteMail, async ({ params }, { caller }) => {
      await mails.remove(asker(caller, params), params.mail)
      return { message: 'Mail deleted', count: 1, deletion: 'none' }
    }),
    route(getMailSource, async ({ params }, { caller }) => ({
      url: await files.sourceLink(asker(caller, params), params.mail),
    })),
    route(getMailAttachment, async ({ params }, { caller }) => ({
      url: await files.attachmentLink(asker(caller, params), params.mail, params.key),
    })),
    route(getCounters, async ({ params }, { caller }) => ({
      data: await mails.counters(asker(caller, params)),
    })),
  ]
}
