import { drillMarkdown, inboxName, labSteps, limits } from '@mailstop/contract'
import { z } from 'zod'
import { defineTool, type Tool, type ToolDeps } from './tool.ts'

/** Starts a drill, and reads its report, for an agent that tests how an app tries again. */
export function drillTool({ drills }: Pick<ToolDeps, 'drills'>): Tool {
  return defineTool({
    name: 'drill_smtp',
    title: 'See what an app does when SMTP fails',
    description:
      'Starts a scenario (as fail_smtp has them) for some minutes and answers with the id of the drill. Call it with that id as `read`, after the app has sent, for a report: which mail was lost, came late, or came twice.',
    action: 'manage_inboxes',
    kind: 'changes',
    input: z.strictObject({
      read: z
        .int()
        .min(1)
        .optional()
        .describe('The id of a drill: its report so far, or at its end.'),
      end: z.boolean().default(false).describe('With `read`: ends it now.'),
      scenario: z
        .string()
        .regex(/^[a-z][a-z0-9-]{1,39}$/)
        .default('greylist')
        .describe('The name of a preset, or a name for the steps.'),
      steps: labSteps.optional(),
      inbox: inboxName.optional().describe('The name of an inbox; the first one without it.'),
      seconds: z.int().min(1).max(limits.drillSeconds).default(180),
      watch_seconds: z.int().min(0).max(limits.drillSeconds).default(300),
    }),
    async run({ read, end, ...given }, wants) {
      if (read === undefined) {
        const { id, ends_at, reported_at } = await drills.start(wants('manage_inboxes'), given)
        const text = `Drill ${id}: ${given.scenario} is on until ${ends_at}; its report is final at ${reported_at}.`
        return { text, data: { drill: id, ends_at, reported_at } }
      }
      // Who may not read mail ends nothing here, as the answer is the report.
      const found = await drills.get(wants('read_mail'), read)
      const drill = end ? await drills.end(wants('manage_inboxes'), read) : found
      return {
        text: drillMarkdown(drill),
        data: { drill: drill.id, state: drill.state, report: drill.report },
      }
    },
  })
}
