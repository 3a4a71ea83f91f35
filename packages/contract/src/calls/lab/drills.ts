import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { idField, idParam, timeField } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'
import { dataReply } from '../../rules/replies.ts'
import { inboxReference } from '../inboxes.ts'
import { teamParams } from '../teams.ts'
import { labPoints, labStep } from './scenario-steps.ts'
import { labChanges, labReads, scenarioName, startBody } from './scenarios.ts'

/** A mail with which not all went well at once. */
export const drillMail = z.object({
  /** `unknown`: no server may have run when it was offered again. `refused`: for good. */
  fate: z.enum(['at_once', 'after_retries', 'lost', 'unknown', 'refused']),
  /** How often it is in the inbox for one recipient. */
  copies: z.number().int(),
  tried_after_refusal: z.boolean(),
  /** Whether some of its attempts are known by sender and recipient alone. */
  guessed: z.boolean(),
  sender: z.string(),
  recipients: z.array(z.string()),
  /** Null: its content never came. */
  subject: z.string().nullable(),
  /** The beginning of its text, where it was refused after its content. */
  excerpt: z.string().nullable(),
  /** Its ids in the inbox. */
  mails: z.array(idField),
  attempts: z.array(
    z.object({
      /** Since the drill began. */
      after_ms: z.number().int(),
      at: z.enum(labPoints),
      outcome: z.enum(['stored', 'unacknowledged', 'deferred', 'refused', 'dropped']),
      reply: z.string().nullable(),
    }),
  ),
})
export type DrillMail = z.output<typeof drillMail>

const count = z.number().int()

/** What an app did with its mail while SMTP failed. Each mail has one fate; `doubled` and `tried_after_refusal` count apart. */
export const drillReport = z.object({
  sentence: z.string(),
  offered: count,
  at_once: count,
  after_retries: count,
  lost: count,
  unknown: count,
  /** Refused for good, and rightly not delivered. */
  refused: count,
  /** Offered again after a refusal for good. */
  tried_after_refusal: count,
  /** More than once in the inbox. */
  doubled: count,
  /** Connections that wait at the end. */
  left_open: count,
  longest_wait_ms: count,
  /** How long after the end of the scenario the last mail came that was offered before it; null: none did, or some is missing. */
  normal_after_ms: count.nullable(),
  /** Mails known by sender and recipient alone, which may be several that cannot be told apart. */
  guessed: count,
  /** There were more attempts than a drill keeps. */
  cut: z.boolean(),
  /** Lost ones first. */
  mails: z.array(drillMail),
  /** Attempts in equal parts of the time. */
  timeline: z.object({
    step_ms: count,
    points: z.array(z.object({ stored: count, failed: count })),
  }),
})
export type DrillReport = z.output<typeof drillReport>

export const drill = z.object({
  id: idField,
  inbox: inboxReference,
  /** The name of the scenario. */
  name: z.string(),
  steps: z.array(labStep),
  /** `failing`: the scenario is on. `watching`: it has ended, and retries are awaited. */
  state: z.enum(['failing', 'watching', 'ended']),
  started_at: timeField,
  /** When the scenario ends. */
  ends_at: timeField,
  /** When the report is made. */
  reported_at: timeField,
  /** What came of it in a sentence; null before its end. */
  result: z.string().nullable(),
})
export type Drill = z.output<typeof drill>

const withReport = drill.extend({
  report: drillReport,
  /** The report in the form that was asked for. */
  text: z.string().optional(),
})
export type ReportedDrill = z.output<typeof withReport>

const path = '/api/teams/{team}/drills'
const drillParams = teamParams.extend({ drill: idParam })

export const listDrills = defineEndpoint({
  call: `GET ${path}`,
  ...labReads,
  summary: 'The drills of a team, newest first.',
  params: teamParams,
  reply: z.object({ data: z.array(drill) }),
})

export const startDrill = defineEndpoint({
  call: `POST ${path}`,
  ...labChanges,
  summary:
    'Lets SMTP fail in an inbox for three minutes, or `seconds`, and watches for `watch_seconds` more what the app tries again.',
  description:
    'An inbox has one at a time. A mail is known by its Message-ID, else by its envelope, subject and text, else by the field that `header` names.',
  params: teamParams,
  body: startBody(180, limits.drillSeconds).extend({
    /** The id of a scenario, the name of a preset, or a name for the steps. */
    scenario: scenarioName,
    seed: z
      .string()
      .regex(/^[\x20-\x7e]{1,100}$/)
      .optional(),
    watch_seconds: z.number().int().min(0).max(limits.drillSeconds).default(300),
    header: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/)
      .optional(),
  }),
  reply: dataReply(drill),
})

export const getDrill = defineEndpoint({
  call: `GET ${path}/{drill}`,
  ...labReads,
  summary:
    'A drill with what is known of it so far. With `wait`, at most so many seconds, it answers when the drill has ended. `format` adds the report as `text`.',
  params: drillParams,
  query: z.strictObject({
    wait: z
      .string()
      .regex(/^(?:[1-5]?\d|60)$/)
      .transform(Number)
      .optional(),
    format: z.enum(['markdown', 'junit']).optional(),
  }),
  reply: dataReply(withReport),
})

export const endDrill = defineEndpoint({
  call: `POST ${path}/{drill}/end`,
  ...labChanges,
  showsMail: true,
  summary: 'Ends a drill and its scenario now, with a report of what is known.',
  params: drillParams,
  reply: dataReply(withReport),
})
