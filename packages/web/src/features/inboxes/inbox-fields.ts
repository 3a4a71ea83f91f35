import { inboxName, type EndpointInput, type Inbox, type updateInbox } from '@mailstop/contract'
import { z } from 'zod'

/** A whole number as people type it. Empty: none. */
const countUpTo = (most: number) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || (/^[1-9]\d*$/.test(text) && Number(text) <= most), {
      error: `Enter a whole number from 1 to ${most.toLocaleString('en')}, or nothing`,
    })

/** The settings of an inbox as a form holds them, under the names that the server refuses them by. */
export const inboxForm = z.object({
  name: inboxName,
  /** Days. */
  expires_in: countUpTo(366),
  networks: z.string(),
  recipients: z.string(),
  per_minute: countUpTo(100_000),
  retention_days: countUpTo(999_999_999),
  retention_mails: countUpTo(999_999_999),
})
export type InboxTexts = z.output<typeof inboxForm>

const daySeconds = 24 * 60 * 60

const textOf = (count: number | null) => (count === null ? '' : String(count))
const numberOf = (text: string) => (text === '' ? null : Number(text))
const listOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

export const textsOf = (inbox: Inbox | null): InboxTexts => ({
  name: inbox?.name ?? '',
  expires_in: inbox?.expires_in ? String(Math.ceil(inbox.expires_in / daySeconds)) : '',
  networks: inbox?.networks.join(', ') ?? '',
  recipients: inbox?.recipients.join(', ') ?? '',
  per_minute: textOf(inbox?.per_minute ?? null),
  retention_days: textOf(inbox?.retention_days ?? null),
  retention_mails: textOf(inbox?.retention_mails ?? null),
})

export const lifetimeOf = (days: string): number | null =>
  days === '' ? null : Number(days) * daySeconds

type InboxChange = EndpointInput<typeof updateInbox>['body']

/**
 * What was changed in the form, and nothing else: another member may have changed the rest meanwhile, and a lifetime
 * that is sent begins again.
 */
export function changeOf(texts: InboxTexts, inbox: Inbox): InboxChange {
  const before = textsOf(inbox)
  const all: Required<Omit<InboxChange, 'position' | 'archived'>> = {
    name: texts.name,
    expires_in: lifetimeOf(texts.expires_in),
    networks: listOf(texts.networks),
    recipients: listOf(texts.recipients),
    per_minute: numberOf(texts.per_minute),
    retention_days: numberOf(texts.retention_days),
    retention_mails: numberOf(texts.retention_mails),
  }
  const changed = Object.entries(all).filter(
    ([name]) => texts[name as keyof InboxTexts] !== before[name as keyof InboxTexts],
  )
  return Object.fromEntries(changed)
}

/** Whether a change deletes mail that the inbox would have kept. */
export const keepsLess = (change: InboxChange, inbox: Inbox): boolean =>
  (['retention_days', 'retention_mails'] as const).some((name) => {
    const [wanted, now] = [change[name] ?? null, inbox[name]]
    return wanted !== null && (now === null || wanted < now)
  })
