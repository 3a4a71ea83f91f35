import { inboxName, labSteps, limits, scenarioPresets, stepText } from '@mailstop/contract'
import { z } from 'zod'
import { defineTool, type Tool, type ToolDeps } from './tool.ts'

const presets = scenarioPresets.map(({ name, title }) => `${name} (${title})`).join(', ')

/** Lets SMTP fail on purpose, for an agent that tests how an app tries again. */
export function failureTool({ scenarios }: Pick<ToolDeps, 'scenarios'>): Tool {
  return defineTool({
    name: 'fail_smtp',
    title: 'Let SMTP fail on purpose',
    description: `Switches a scenario on in an inbox, so that an app under test meets failures of SMTP, or switches it off. It ends by itself. Presets: ${presets}.`,
    action: 'manage_inboxes',
    kind: 'changes',
    input: z.strictObject({
      scenario: z
        .string()
        .regex(/^[a-z][a-z0-9-]{1,39}$/)
        .describe('The name of a preset, or a name for the steps.'),
      steps: labSteps.optional().describe('Failures of your own, in place of a preset.'),
      inbox: inboxName.optional().describe('The name of an inbox; the first one without it.'),
      seconds: z.int().min(1).max(limits.scenarioSeconds).default(300),
      off: z.boolean().default(false).describe('Switches it off.'),
    }),
    async run({ scenario, off, ...given }, wants) {
      const request = wants('manage_inboxes')
      if (off) {
        await scenarios.stop(request, scenario, { inbox: given.inbox })
        return { text: `${scenario} is off.`, data: { scenario, on: false } }
      }
      const { inbox, steps, ends_at } = await scenarios.start(request, scenario, given)
      const text = `${scenario} is on in the inbox ${inbox.name} until ${ends_at}:\n${steps.map(stepText).join('\n')}`
      return { text, data: { scenario, on: true, inbox: inbox.name, ends_at } }
    },
  })
}
