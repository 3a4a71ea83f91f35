import { z } from 'zod'
import { limits } from '../../rules/limits.ts'

const nameForm = /^[a-z0-9][a-z0-9-]{0,39}$/

/** Whether it may stand behind `guard:` in a search, where `any` means all of them. */
export const isGuardName = (name: string): boolean => nameForm.test(name)

export const guardName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(nameForm)
  .refine((name) => name !== 'any')

/** A search (`docs/search.md`). Days in it are those of UTC. */
export const guardSearch = z
  .string()
  .trim()
  .min(1)
  .max(limits.queryLength)
  // Postgres keeps no NUL in a text.
  .refine((search) => !search.includes('\0'))

/** A domain or host, which stands for its subdomains too. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[^\s@:/?#\0]+$/)
const hosts = z.array(host).max(limits.guardHosts)
const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** What a guard demands of mail. */
export const guardDemand = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('no_mail'), search: guardSearch }),
  /** Each mail that `search` finds is found by `must` too. */
  z.strictObject({ rule: z.literal('each_mail'), search: guardSearch, must: guardSearch }),
  /**
   * The same `subject` to one person, the same `text` to anybody, or the same `mail`, of one subject and text, to one
   * person.
   */
  z.strictObject({
    rule: z.literal('at_most'),
    most: whole(1, 100),
    same: z.enum(['subject', 'text', 'mail']),
    minutes: whole(1, limits.guardWindowMinutes),
  }),
  z.strictObject({ rule: z.literal('recipients_within'), domains: hosts.min(1) }),
  z.strictObject({ rule: z.literal('sender_within'), domains: hosts.min(1) }),
  /** Looks at links and images. `local` names this machine, private networks, and names that only developers use. */
  z
    .strictObject({ rule: z.literal('no_links_to'), local: z.boolean(), hosts })
    .refine(({ local, hosts: named }) => local || named.length > 0, { path: ['hosts'] }),
  z.strictObject({ rule: z.literal('no_placeholder') }),
  z.strictObject({ rule: z.literal('recipients_at_most'), most: whole(1, 1_000) }),
  z.strictObject({ rule: z.literal('no_secret') }),
  z.strictObject({ rule: z.literal('unsubscribe_on_bulk') }),
  /** Kilobytes of 1,024 bytes. */
  z.strictObject({ rule: z.literal('html_at_most'), kilobytes: whole(1, 5_000) }),
])
export type GuardDemand = z.output<typeof guardDemand>

type ShippedGuard = { name: string; title: string; demand: GuardDemand }

/** Guards that are offered as switches. Those that name hosts need some first. */
export const shippedGuards: readonly ShippedGuard[] = [
  {
    name: 'outside-recipient',
    title: 'Recipients outside the allowed domains',
    demand: { rule: 'recipients_within', domains: [] },
  },
  {
    name: 'dev-link',
    title: 'A link or image to localhost or a private network',
    demand: { rule: 'no_links_to', local: true, hosts: [] },
  },
  {
    name: 'wrong-link',
    title: 'A link or image to a host of another environment',
    demand: { rule: 'no_links_to', local: false, hosts: [] },
  },
  {
    name: 'placeholder',
    title: 'A placeholder that was not filled in',
    demand: { rule: 'no_placeholder' },
  },
  {
    name: 'duplicate',
    title: 'The same message to one person within ten minutes',
    demand: { rule: 'at_most', most: 1, same: 'mail', minutes: 10 },
  },
  {
    name: 'many-recipients',
    title: 'More than 50 recipients',
    demand: { rule: 'recipients_at_most', most: 50 },
  },
  { name: 'secret', title: 'A password or key in clear', demand: { rule: 'no_secret' } },
  {
    name: 'no-unsubscribe',
    title: 'Bulk mail without a way to unsubscribe',
    demand: { rule: 'unsubscribe_on_bulk' },
  },
  {
    name: 'foreign-sender',
    title: 'From is not of our domain',
    demand: { rule: 'sender_within', domains: [] },
  },
  {
    name: 'check',
    title: 'The check of the message fails',
    demand: { rule: 'no_mail', search: 'check:fail' },
  },
  {
    name: 'large',
    title: 'HTML larger than 102 KB, which Gmail cuts',
    demand: { rule: 'html_at_most', kilobytes: 102 },
  },
]
