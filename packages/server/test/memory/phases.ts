import { createTeam, getMail, getMailBody, getMailSource, listTeams } from '@mailstop/contract'
import type { Product } from '../durability/product-child.ts'
import { hashOf } from '../durability/sent-mails.ts'
import type { SignedIn } from '../durability/sign-in.ts'
import { askAll, type Row } from './asking.ts'
import {
  controlsMb,
  downloading,
  idsOf,
  largeText,
  mailMb,
  opening,
  sending,
  textOfControls,
  type Inbox,
} from './large-mails.ts'
import { openSilentReaders } from './silent-readers.ts'

/** Something that many ask for at once. */
export type Phase = {
  name: string
  run(product: Product, signedIn: SignedIn): Promise<Row[]>
}

const arriving = 50
const looked = 10
const silent = 40
const silentMs = 180_000

const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item)

/** Each continues with the mail of the phases before it. */
export const phases: Phase[] = [
  {
    name: 'large mails arrive',
    async run({ smtpPort }, { team }) {
      const send = sending(smtpPort, team, Buffer.from(`${largeText()}.\r\n`))
      return [await askAll(`mails of ${mailMb} MB that arrive at once`, times(arriving, send))]
    },
  },
  {
    name: 'large mails are looked at',
    async run(_, inbox) {
      const hash = hashOf(largeText())
      const ids = (await idsOf(inbox, looked)).slice(0, looked)
      const open = ids.map((id) => opening(inbox, id))
      const download = ids.map((id) => downloading(inbox, id, hash))
      return Promise.all([
        askAll('of them opened at once', open),
        askAll('of them downloaded meanwhile', download),
      ])
    },
  },
  {
    name: 'nobody reads the largest replies',
    async run({ smtpPort }, { api }) {
      const inbox = await controlsTeam(api)
      const source = Buffer.from(`${textOfControls()}.\r\n`)
      const arrived = await askAll(`mail of ${controlsMb} MB of U+0001`, [
        sending(smtpPort, inbox.team, source),
      ])
      const [mail = 0] = await idsOf(inbox, 1)
      const path = getMail.path
        .replace('{team}', String(inbox.team.id))
        .replace('{mail}', String(mail))
      const unread = await unreadReplies('replies that nobody reads', inbox, times(silent, path))
      const params = { team: String(inbox.team.id), mail: String(mail), kind: 'text' as const }
      const { url } = await inbox.api.must(getMailBody, { params })
      const bodies = await unreadReplies('texts that nobody reads', inbox, times(silent, url))
      return [
        arrived,
        unread,
        bodies,
        await askAll('of it that is read then', [opening(inbox, mail)]),
      ]
    },
  },
  {
    name: 'nobody reads the largest files',
    async run(_, inbox) {
      const [mail = 0] = await idsOf(inbox, 1)
      const params = { team: String(inbox.team.id), mail: String(mail) }
      const { url } = await inbox.api.must(getMailSource, { params })
      return [
        await unreadReplies(`files of ${mailMb} MB that nobody reads`, inbox, times(silent, url)),
      ]
    },
  },
]

/** A client counts as answered when the product closed it: nothing is kept for a client that reads nothing. */
async function unreadReplies(what: string, { api }: Inbox, paths: string[]): Promise<Row> {
  const began = performance.now()
  const readers = openSilentReaders(api, paths)
  const answered = await readers.letGo(silentMs)
  readers.close()
  const asked = paths.length
  const wrong = times(asked - answered, `not let go in ${silentMs / 1_000} s`)
  return { what, asked, answered, later: 0, longestMs: performance.now() - began, wrong }
}

/** A team of its own, so that its mail is known among the others. */
async function controlsTeam(api: SignedIn['api']): Promise<Inbox> {
  await api.must(createTeam, { body: { name: 'Controls' } })
  const { data: teams } = await api.must(listTeams, {})
  const team = teams.find(({ name }) => name === 'Controls')
  if (!team) throw new Error('The team is not listed')
  return { api, team }
}
