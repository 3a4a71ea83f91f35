import type { Extracted, MailLink, MailSummary, WebhookEvent } from '@mailstop/contract'
import { countText } from '@mailstop/contract/count-text'
import { limits } from '@mailstop/contract/limits'
import { beginning } from '../../lib/json/json-size.ts'
import { shortened } from './escape-rules.ts'
import type { Note } from './kind-rules.ts'

/** One event, with its mail as it is now. */
export type Item = {
  event: WebhookEvent
  at: number
  data: Record<string, string>
  mail: (MailSummary & { url: string }) | null
  /** Null where they are not wanted. */
  contents: Pick<Extracted, 'code' | 'codes' | 'links'> | null
}

type Team = { id: number; name: string; url: string }

const mostText = 1_000
const mostCodes = 10
/** Bytes of JSON, so that all together stay below `limits.webhookBodyBytes`. */
const mostBytes = { list: 2 * 1024, links: limits.webhookBodyBytes / 2 }
const mostAddress = 2_000

/** The body that programs get. */
export function bodyOf({ event, at, data, mail, contents }: Item, team: Team): string {
  return JSON.stringify({
    type: event,
    timestamp: new Date(at).toISOString(),
    data: {
      team: { id: team.id, name: team.name },
      ...data,
      ...(mail && {
        mail: {
          ...mail,
          subject: shortened(mail.subject, mostText),
          to: beginning(mail.to, mostBytes.list),
          tags: beginning(mail.tags, mostBytes.list),
          broken_guards: beginning(mail.broken_guards, mostBytes.list),
          ...(contents && {
            code: contents.code,
            codes: contents.codes.slice(0, mostCodes).map(({ value }) => shortened(value, 100)),
            links: beginning(linksOf(contents.links), mostBytes.links),
          }),
        },
      }),
    },
  })
}

const linksOf = (links: MailLink[]) =>
  links
    .filter(({ href, host }) => host !== null && href.length <= mostAddress)
    .map(({ href, text }) => ({ href, text: shortened(text ?? '', 200) }))

const titles: Record<WebhookEvent, string> = {
  'mail.received': 'New message',
  'mail.forwarded': 'Message forwarded',
  'mail.forward_failed': 'Message not forwarded',
  'smtp.refused': 'SMTP session refused',
  'login.failed': 'SMTP login failed',
  'guard.broken': 'Message breaks a guard',
  'drill.ended': 'Drill ended',
  'inbox.created': 'Inbox made',
  'inbox.changed': 'Inbox changed',
  'inbox.ended': 'Inbox ended',
  'member.joined': 'Member joined',
  'member.left': 'Member left',
}

const labelOf = (key: string) =>
  `${key.charAt(0).toUpperCase()}${key.slice(1)}`.replaceAll('_', ' ')

const listedTogether = 5

/** The message that people get: of one event, or of several together. */
export function noteOf(items: readonly Item[], team: Team): Note {
  const [only, ...others] = items
  if (only && others.length === 0) return noteOfOne(only, team)
  const times = items.map(({ at }) => at)
  const seconds = Math.max(1, Math.round((Math.max(...times) - Math.min(...times)) / 1_000))
  const areMails = items.every(({ event }) => event === 'mail.received')
  const count = countText(items.length, areMails ? 'message' : 'event')
  const shown = items.slice(0, listedTogether)
  const more = items.length - shown.length
  return {
    title: `${count} in ${seconds} s`,
    lines: [
      ...shown.map(({ event, mail, data }): [string, string] => [
        titles[event],
        mail ? subjectOf(mail) : textOf(data),
      ]),
      ...(more > 0 ? [['And', `${more} more`] as [string, string]] : []),
    ],
    url: team.url,
  }
}

const textOf = ({ url: _link, ...data }: Item['data']) => Object.values(data).join(', ')

function noteOfOne({ event, data: { url, ...data }, mail, contents }: Item, team: Team): Note {
  const code = contents?.code ?? undefined
  const lines: Note['lines'] = [
    ['Team', team.name],
    ...Object.entries(data).map(([key, value]): [string, string] => [labelOf(key), value]),
    ...(mail
      ? ([
          ['From', mail.from ? mail.from.name || mail.from.address : 'nobody'],
          ['To', mail.to.map(({ address }) => address).join(', ')],
          ...(mail.inbox === null ? [] : [['Inbox', mail.inbox]]),
          ...(code === undefined ? [] : [['Code', code]]),
          ['Text', mail.snippet],
        ] as Note['lines'])
      : []),
  ]
  return {
    title: mail ? `${titles[event]}: ${subjectOf(mail)}` : titles[event],
    lines: lines.filter(([, text]) => text !== ''),
    url: mail?.url ?? url ?? team.url,
  }
}

const subjectOf = ({ subject }: MailSummary) => subject || '(no subject)'
