import { limits, type Mailbox, type openShareLink } from '@mailstop/contract'
import type { EndpointInput } from '@mailstop/contract'
import type { MailRow } from '../../db/schema.ts'
import { notFound, rateLimited, Refusal } from '../../errors.ts'
import type { FileReply, FileRoom } from '../../http/route.ts'
import { clientGroup } from '../../lib/network/client-group.ts'
import { createRateBuckets } from '../../lib/shares/rate-buckets.ts'
import type { Signer } from '../../lib/secrets/signed-link.ts'
import { plainPage } from '../../mime/view/shared-page.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Mails } from '../mails/mails.ts'
import type { FoundLink, ShareLinks } from './share-links.ts'
import { storedList } from '../../lib/json/stored-list.ts'

/** Answers who opens a link. Each answer is a page for a person, also a refusal. */
export type SharedMail = ReturnType<typeof createSharedMail>

type SharedMailDeps = Pick<FeatureDeps, 'now'> & {
  links: Pick<ShareLinks, 'find' | 'useOpening'>
  mails: Pick<Mails, 'show'>
  signer: Signer
}

export type Opening = Pick<FileRoom, 'hold'> & {
  token: string
  address: string
  query: EndpointInput<typeof openShareLink>['query']
  /** Whether the button of the page was pressed, which uses up a link that opens once. */
  isPressed: boolean
}

/** The html with its images, where each of its characters takes as many as it can in an attribute. */
const largestPage = 6 * limits.shownBodyBytes + limits.inlinedImageBytes
const mostRecipients = 20
/** After its burst, an address has the same number of pages in each ten minutes. */
const secondsBetweenPages = (10 * 60) / limits.linkPagesPerAddress

export function createSharedMail({ now, links, mails, signer }: SharedMailDeps) {
  const mayOpen = createRateBuckets({
    perSecond: 1 / secondsBetweenPages,
    burst: limits.linkPagesPerAddress,
    now,
  })

  async function open(opening: Opening): Promise<FileReply> {
    try {
      if (!mayOpen(clientGroup(opening.address))) throw rateLimited(secondsBetweenPages)
      return await show(await links.find(opening.token), opening)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusalPage(error)
    }
  }

  async function show(link: FoundLink, { query, isPressed, hold }: Opening): Promise<FileReply> {
    const { mail } = link
    const isOpenHere = query.key !== undefined && isKeyOf(link, query.key)
    if (link.opensOnce && !isOpenHere) {
      if (link.isOpened) throw notFound()
      // Programs fetch a link to show what is behind it, or to look for viruses. They press no button.
      if (!isPressed) return page(plainPage(cover), 'own')
      // If two press at the same moment, one is first.
      if (!(await links.useOpening(link.id))) throw notFound()
      return { ...page('', 'own'), leadsTo: `?key=${encodeURIComponent(keyOf(link))}` }
    }
    if (query.file !== undefined) return file(link, query.file, hold)
    await hold(largestPage)
    const bytes = await mails.show.sharedPage(mail, {
      ...headOf(mail),
      end: link.opensOnce ? usedText : `The link ends on ${dateText(link.endsAt)}.`,
      shows: link.shows,
      view: query.view,
      images: query.images === 'true',
      key: isOpenHere ? (query.key ?? '') : '',
    })
    return { ...page(bytes, 'shared'), images: query.images === 'true' }
  }

  async function file(
    { shows, mail }: FoundLink,
    key: string,
    hold: Opening['hold'],
  ): Promise<FileReply> {
    const isSource = key === 'source'
    if (!shows.includes(isSource ? 'source' : 'files')) throw notFound()
    // No part of a mail is larger than the mail.
    await hold(mail.size)
    if (!isSource) {
      const { bytes, filename, contentType } = await mails.show.sharedFile(mail, key)
      return { bytes, filename, contentType, disposition: 'attachment' }
    }
    const bytes = await mails.show.keptSource(mail.team_id, mail.id)
    if (!bytes) throw notFound()
    const contentType = 'message/rfc822'
    return { bytes, filename: `mail-${mail.id}.eml`, contentType, disposition: 'attachment' }
  }

  /** Names the user 0, whom nobody is: so it opens nothing else. */
  const keyOf = ({ id }: FoundLink) =>
    signer.sign({ userId: 0, path: ['share', id] }, limits.openedLinkMs)

  const isKeyOf = ({ id, isOpened }: FoundLink, key: string): boolean =>
    isOpened && signer.verify(key, ['share'])?.path[1] === id

  return { open }
}

const page = (content: string | Uint8Array, disposition: 'own' | 'shared'): FileReply => ({
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  contentType: 'text/html',
  filename: 'message.html',
  disposition,
})

const usedText = `This link is used up. This window shows the message for ${limits.openedLinkMs / 60_000} minutes, also after a reload: save what you need.`

const cover = {
  title: 'A message was shared with you',
  text: 'This link shows it once. Press the button when you have time to read it.',
  button: 'Show the message',
}

function refusalPage(refusal: Refusal): FileReply {
  const isGone = refusal.code === 'not_found'
  const title = isGone ? 'This link does not work' : 'The message cannot be shown now'
  const text = isGone
    ? 'It may have ended, or was opened before, or its address is not complete. Ask who gave it to you for another.'
    : refusal.message
  return { ...page(plainPage({ title, text }), 'own'), refusal }
}

function headOf(mail: MailRow) {
  const recipients = storedList<Mailbox>(mail.recipients)
  const others = recipients.length - mostRecipients
  const named = recipients.slice(0, mostRecipients).map(mailboxText).join(', ')
  return {
    subject: mail.subject || '(no subject)',
    from: mailboxText({ name: mail.from_name, address: mail.from_address }),
    to: others > 0 ? `${named} and ${others} more` : named,
    date: dateText(mail.dated_at ?? mail.received_at),
  }
}

const mailboxText = ({ name, address }: Mailbox): string =>
  name && address ? `${name} <${address}>` : name || address

const dates = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const dateText = (time: number): string => `${dates.format(time)} UTC`
