import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { idField, idParam, nameField, timeField } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'
import { dataReply, messageReply } from '../../rules/replies.ts'
import { inboxName, inboxReference } from '../inboxes.ts'
import { teamParams } from '../teams.ts'
import { scenarioPresets } from './scenario-presets.ts'
import { labStep, labSteps } from './scenario-steps.ts'

/** Failures on purpose, in the order in which they are looked at: the first step that matches acts. */
export const scenario = z.object({
  id: idField,
  name: z.string(),
  steps: z.array(labStep),
  created_at: timeField,
})
export type Scenario = z.output<typeof scenario>

/** A scenario that is on in an inbox. */
export const runningScenario = z.object({
  inbox: inboxReference,
  /** Null: it is a preset, or was started with its steps. */
  scenario: idField.nullable(),
  /** The name of the scenario or of the preset. */
  name: z.string(),
  steps: z.array(labStep),
  /** How often each step has acted; up to a second late. */
  hits: z.array(z.number().int()),
  seed: z.string(),
  started_at: timeField,
  ends_at: timeField,
})
export type RunningScenario = z.output<typeof runningScenario>

const preset = z.object({ name: z.string(), title: z.string(), steps: z.array(labStep) })

/** The id or the name of a scenario, the name of a preset, or a name for steps that are passed with it. */
export const scenarioName = nameField

/** A name of one's own, which is not read as another scenario where a program passes it. */
const ownName = nameField
  .refine((name) => !/^\d+$/.test(name), {
    message: 'A number alone is read as the id of a scenario: add a word',
  })
  .refine((name) => scenarioPresets.every((preset) => preset.name !== name), {
    message: 'A preset has this name: choose another',
  })

const ownParams = teamParams.extend({ scenario: idParam })
const namedParams = teamParams.extend({ scenario: scenarioName })
const path = '/api/teams/{team}/scenarios'
export const labReads = { action: 'read_mail', scope: 'mail:read' } as const
export const labChanges = { action: 'manage_inboxes', scope: 'inbox:manage' } as const

/** Where what fails is on, how long, and how it is drawn; a drill says it likewise. */
export const startBody = (seconds: number, most: number) =>
  z.strictObject({
    /** The name of an inbox; missing: the first. */
    inbox: inboxName.optional(),
    seconds: z.number().int().min(1).max(most).default(seconds),
    steps: labSteps.optional(),
    seed: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[\x20-\x7e]+$/)
      .optional(),
  })
const placeBody = z.strictObject({ inbox: inboxName.optional() })

export const listScenarios = defineEndpoint({
  call: `GET ${path}`,
  ...labReads,
  summary:
    'The scenarios of a team, oldest first, the presets that every team has, and what is on in which inbox.',
  params: teamParams,
  reply: z.object({
    data: z.array(scenario),
    meta: z.object({ presets: z.array(preset), running: z.array(runningScenario) }),
  }),
})

export const createScenario = defineEndpoint({
  call: `POST ${path}`,
  ...labChanges,
  summary: `Adds a scenario: steps that make SMTP fail on purpose. A team has at most ${limits.scenariosPerTeam}.`,
  params: teamParams,
  body: z.strictObject({ name: ownName, steps: labSteps }),
  reply: dataReply(scenario),
})

export const updateScenario = defineEndpoint({
  call: `PATCH ${path}/{scenario}`,
  ...labChanges,
  summary:
    'Renames a scenario or changes its steps. Where it is on, it goes on with them and counts from zero.',
  params: ownParams,
  body: z
    .strictObject({ name: ownName.optional(), steps: labSteps.optional() })
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      path: ['name'],
      message: 'Pass name or steps',
    }),
  reply: dataReply(scenario),
})

export const deleteScenario = defineEndpoint({
  call: `DELETE ${path}/{scenario}`,
  ...labChanges,
  summary: 'Removes a scenario, and stops it where it is on.',
  params: ownParams,
  reply: messageReply,
})

export const startScenario = defineEndpoint({
  call: `POST ${path}/{scenario}/start`,
  ...labChanges,
  summary:
    'Switches a scenario or a preset on in an inbox, in the place of another that is on there; with `steps` it need not be written before. It ends by itself, after an hour unless `seconds` says otherwise. The same `seed` fails the same mails.',
  params: namedParams,
  body: startBody(3_600, limits.scenarioSeconds),
  reply: dataReply(runningScenario),
})

export const stopScenario = defineEndpoint({
  call: `POST ${path}/{scenario}/stop`,
  ...labChanges,
  summary:
    'Switches a scenario off, in one inbox or wherever it is on. Repeating it changes nothing.',
  params: namedParams,
  body: placeBody,
  reply: messageReply,
})

export const resetScenario = defineEndpoint({
  call: `POST ${path}/{scenario}/reset`,
  ...labChanges,
  summary: 'Lets a scenario that is on count from zero: its hits, attempts, rates and draws.',
  params: namedParams,
  body: placeBody,
  reply: messageReply,
})
