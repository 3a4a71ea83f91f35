import type { Inspection, Mail, SmtpSettings, TeamAction } from '@mailstop/contract'
import type { z } from 'zod'
import type { TeamRequest } from '../../actor.ts'
import type { Inboxes } from '../inboxes/inboxes.ts'
import type { Drills } from '../drills/drills.ts'
import type { Scenarios } from '../scenarios/scenarios.ts'
import type { MailQuery, Mails } from '../mails/mails.ts'

/** What tools are made of: the operations of the API, asked for the team of the token. */
export type ToolDeps = {
  mails: Pick<Mails, 'show' | 'change'>
  waits: {
    marker: (request: TeamRequest<'read_mail'>) => Promise<{ marker: string }>
    wait: (
      request: TeamRequest<'read_mail'>,
      query: Omit<MailQuery, 'filter'> & { timeout: number; order: 'newest' },
    ) => Promise<{ data: Mail | Mail[]; meta: { marker: string; waited_ms: number } }>
  }
  inspection: {
    inspect: (request: TeamRequest<'read_mail'>, mailId: number) => Promise<Inspection>
  }
  inboxes: Pick<Inboxes, 'list' | 'create'>
  scenarios: Pick<Scenarios, 'start' | 'stop'>
  drills: Pick<Drills, 'start' | 'end' | 'get'>
  smtpSettings: (request: TeamRequest<'read_smtp'>, inbox?: string) => Promise<SmtpSettings>
}

export type Wants = <A extends TeamAction>(action: A) => TeamRequest<A>

/** The same once as text, and once for programs. */
export type ToolResult = {
  text: string
  data: Record<string, unknown>
  image?: { type: 'image'; data: string; mimeType: string }
}

type Kind = 'reads' | 'changes' | 'destroys'

export type Tool = {
  name: string
  title: string
  description: string
  /** Who may not do this is not shown the tool. */
  action: TeamAction
  kind: Kind
  input: z.ZodObject
  run: (input: never, wants: Wants) => Promise<ToolResult>
}

/** Ties what a tool takes to the schema that its clients are shown. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run: (input: z.output<Input>, wants: Wants) => Promise<ToolResult>
  },
): Tool {
  return tool
}

/** The hints of MCP about a tool. No tool reaches anything but this server. */
export const annotationsOf = ({ kind }: Tool) => ({
  readOnlyHint: kind === 'reads',
  ...(kind !== 'reads' && { destructiveHint: kind === 'destroys', idempotentHint: true }),
  openWorldHint: false,
})
