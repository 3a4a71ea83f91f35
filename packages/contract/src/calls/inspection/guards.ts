import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { idField, idParam, timeField } from '../../rules/fields.ts'
import { guardDemand, guardName, guardSearch } from './guard-demands.ts'
import { limits } from '../../rules/limits.ts'
import { cursorPage, dataReply, messageReply } from '../../rules/replies.ts'
import { mailSummary } from '../mails.ts'
import { teamParams } from '../teams.ts'

/** A demand on every caught mail. What breaks it is marked, and `guard:<name>` finds it. */
export const guard = z.object({
  id: idField,
  name: z.string(),
  on: z.boolean(),
  demand: guardDemand,
  /** Mail that this search finds is not judged; null: all is. */
  except: z.string().nullable(),
  created_at: timeField,
})
export type Guard = z.output<typeof guard>

export const guardParams = teamParams.extend({ guard: idParam })

const except = guardSearch.nullable()

export const listGuards = defineEndpoint({
  call: 'GET /api/teams/{team}/guards',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'The guards of a team, oldest first.',
  params: teamParams,
  reply: dataReply(z.array(guard)),
})

export const createGuard = defineEndpoint({
  call: 'POST /api/teams/{team}/guards',
  action: 'change_mail',
  scope: 'mail:write',
  summary: `Adds a guard. Mail that arrives from now on is judged, soon after it was caught. A team has at most ${limits.guardsPerTeam}, with ${limits.guardTerms} words and conditions in their searches together.`,
  params: teamParams,
  body: z.strictObject({
    name: guardName,
    demand: guardDemand,
    except: except.default(null),
    on: z.boolean().default(true),
  }),
  reply: dataReply(guard),
})

export const updateGuard = defineEndpoint({
  call: 'PATCH /api/teams/{team}/guards/{guard}',
  action: 'change_mail',
  scope: 'mail:write',
  summary:
    'Switches a guard on or off, or changes what it demands. Mail that was judged before stays as it is.',
  params: guardParams,
  body: z
    .strictObject({
      demand: guardDemand.optional(),
      except: except.optional(),
      on: z.boolean().optional(),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      path: ['on'],
      message: 'Pass on, demand or except',
    }),
  reply: dataReply(guard),
})

export const deleteGuard = defineEndpoint({
  call: 'DELETE /api/teams/{team}/guards/{guard}',
  action: 'change_mail',
  scope: 'mail:write',
  summary: 'Removes a guard with its marks and exceptions. The mail stays.',
  params: guardParams,
  reply: messageReply,
})

/** What a guard would have done. */
export const dryRun = z.object({
  /** Mails that it would have marked. */
  marked: z.number().int(),
  /** Mails that were looked at, the newest ones of `total`: fewer where there was no time for all. */
  looked_at: z.number().int(),
  /** The mail of so many days; only what was checked, where the guard asks for the verdict. */
  total: z.number().int(),
  days: z.number().int(),
  /** The newest of the mails that it would have marked. */
  mails: z.array(mailSummary),
})
export type DryRun = z.output<typeof dryRun>

export const tryGuard = defineEndpoint({
  call: 'POST /api/teams/{team}/guards/dry-runs',
  action: 'change_mail',
  scope: 'mail:write',
  showsMail: true,
  summary: `Says which mail of the last ${limits.dryRunDays} days a guard would have marked, and changes nothing. Reading what mails contain takes time: the newest are read first, for at most ${limits.dryRunMs / 1_000} seconds.`,
  params: teamParams,
  body: z.strictObject({ demand: guardDemand, except: except.default(null) }),
  reply: dataReply(dryRun),
})

export const listViolations = defineEndpoint({
  call: 'GET /api/teams/{team}/guards/violations',
  action: 'read_mail',
  scope: 'mail:read',
  summary: `Mail that breaks guards: what arrived after the marker \`after\`, in the order of arrival, or else the newest first; at most ${limits.violationsListed}. While \`pending\` is true, mail that has arrived is still to be judged: ask again. Pass \`marker\` as \`after\` to go on. The search \`guard:any\` finds all of it.`,
  params: teamParams,
  query: z.strictObject({ after: z.string().max(40).optional() }),
  reply: z.object({
    data: z.array(mailSummary),
    meta: z.object({
      marker: z.string(),
      pending: z.boolean(),
      /** How many guards are on. */
      guards_on: z.number().int(),
    }),
  }),
})

export const addGuardException = defineEndpoint({
  call: 'POST /api/teams/{team}/guards/{guard}/exceptions',
  action: 'change_mail',
  scope: 'mail:write',
  summary: 'Says that a marked mail was right: it loses the mark of this guard.',
  params: guardParams,
  body: z.strictObject({ mail: idField }),
  reply: messageReply,
})

export const listGuardExceptions = defineEndpoint({
  call: 'GET /api/teams/{team}/guards/{guard}/exceptions',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'Mail that somebody has excepted from a guard, newest first.',
  params: guardParams,
  query: z.strictObject({ cursor: idParam.optional() }),
  reply: cursorPage(mailSummary),
})

export const removeGuardException = defineEndpoint({
  call: 'DELETE /api/teams/{team}/guards/{guard}/exceptions/{mail}',
  action: 'change_mail',
  scope: 'mail:write',
  summary: 'Takes an exception back: the mail has the mark again.',
  params: guardParams.extend({ mail: idParam }),
  reply: messageReply,
})
