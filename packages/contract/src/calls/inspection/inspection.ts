import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { dataReply } from '../../rules/replies.ts'
import { mailParams } from '../mails.ts'
import { teamParams } from '../teams.ts'
import { mailClient, sectionFacts } from './section-facts.ts'

export const findingLevel = z.enum(['fail', 'warn', 'info'])
export type FindingLevel = z.output<typeof findingLevel>

/** What went wrong, where: the text says it to a person, `rule` to a program. */
export const finding = z.object({
  /** Such as `size.gmail-clip`; `docs/inspection.md` explains each. */
  rule: z.string(),
  level: findingLevel,
  message: z.string(),
  where: z
    .object({
      part: z.enum(['html', 'text', 'header', 'envelope', 'attachment']),
      /** Counted from 1; null where the part has no lines. */
      line: z.number().int().positive().nullable(),
      column: z.number().int().positive().nullable(),
      /** At most 160 characters of the mail, in one line. */
      excerpt: z.string(),
    })
    .nullable(),
})
export type Finding = z.output<typeof finding>

type SectionFacts = typeof sectionFacts
export type SectionId = keyof SectionFacts
export const sectionIds = Object.keys(sectionFacts) as [SectionId, ...SectionId[]]
export type FactsOf<Id extends SectionId> = z.output<SectionFacts[Id]>

/** Why a section says nothing: the mail has no html, or too much of it, or the team switched off all of its rules. */
export const skippedFor = z.enum(['no_html', 'too_large', 'too_complex', 'off'])

const sectionOf = <Id extends SectionId>(id: Id) =>
  z.object({
    id: z.literal(id),
    status: z.enum(['pass', 'info', 'warn', 'fail', 'skipped']),
    skipped: skippedFor.nullable(),
    findings: z.array(finding).max(100),
    /** Findings beyond those. */
    more: z.number().int(),
    /** Null where the section was skipped. */
    facts: z.nullable(sectionFacts[id]),
  })

type AnySection = { [Id in SectionId]: ReturnType<typeof sectionOf<Id>> }[SectionId]
const inspectionSection = z.discriminatedUnion(
  'id',
  sectionIds.map((id) => sectionOf(id)) as unknown as [AnySection, ...AnySection[]],
)
export type InspectionSection = z.output<typeof inspectionSection>
export type SectionOf<Id extends SectionId> = Extract<InspectionSection, { id: Id }>

export const verdict = z.enum(['pass', 'warn', 'fail'])
export type Verdict = z.output<typeof verdict>

export const inspection = z.object({
  /** Changes when rules or their data do. */
  rules_version: z.string(),
  /** It is as bad as the worst finding. */
  verdict,
  counts: z.object({ fail: z.number().int(), warn: z.number().int(), info: z.number().int() }),
  /** Always all of them, in one order. */
  sections: z.array(inspectionSection),
  /** Rules of the team's `muted` that fired, and are left out above. */
  muted: z.array(z.string()),
})
export type Inspection = z.output<typeof inspection>

export const inspectMail = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/inspection',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'The check of a mail: what would go wrong with it in real inboxes, section by section. Nothing that the mail names is fetched. Does not mark the mail as read.',
  params: mailParams,
  reply: dataReply(inspection),
})

/** What a rule says of itself. */
export const inspectionRule = z.object({
  id: z.string(),
  section: z.enum(sectionIds),
  level: findingLevel,
  what: z.string(),
  why: z.string(),
  mend: z.string(),
  /** The client or the year since which it holds; null where it always did. */
  since: z.string().nullable(),
})
export type InspectionRule = z.output<typeof inspectionRule>

export const getInspectionRules = defineEndpoint({
  call: 'GET /api/inspection-rules',
  access: 'signed-in',
  scope: 'mail:read',
  summary: 'What the check of a mail looks for, why, and how each fault is mended.',
  reply: dataReply(z.array(inspectionRule)),
})

export const listMailClients = defineEndpoint({
  call: 'GET /api/mail-clients',
  access: 'signed-in',
  scope: 'mail:read',
  summary:
    'The mail clients that a team may choose for its checks. The `usual` ones count where it chose none.',
  reply: dataReply(z.array(mailClient.extend({ usual: z.boolean() }))),
})

/** What a team changes about its checks. */
export const inspectionSettings = z.object({
  /** Ids of rules that say nothing in this team. */
  muted: z.array(z.string().max(60)).max(200),
  /** Ids of the mail clients that count; none: the usual ones. */
  clients: z.array(z.string().max(60)).max(60),
  /** Hosts that no mail may lead to, such as staging.example.com; their subdomains count too. */
  staging_hosts: z.array(z.string().max(253)).max(50),
  /** The address that production sends from, for SPF. */
  domain_ip: z.union([z.ipv4(), z.ipv6()]).nullable(),
  /** Whether each caught mail is checked in the background, so that `check:fail` finds it. */
  checks_all: z.boolean(),
})
export type InspectionSettings = z.output<typeof inspectionSettings>

export const getInspectionSettings = defineEndpoint({
  call: 'GET /api/teams/{team}/inspection-settings',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'Which rules, mail clients and hosts the checks of a team go by.',
  params: teamParams,
  reply: dataReply(inspectionSettings),
})

export const changeInspectionSettings = defineEndpoint({
  call: 'PATCH /api/teams/{team}/inspection-settings',
  action: 'change_mail',
  scope: 'mail:write',
  summary: 'Changes what the checks of a team go by; what is left out stays as it is.',
  params: teamParams,
  body: z.strictObject(inspectionSettings.partial().shape),
  reply: dataReply(inspectionSettings),
})
