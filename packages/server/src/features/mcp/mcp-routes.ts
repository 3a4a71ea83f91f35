import { errorCodes, needsAccounts, scopeOf, scopesAllow, tokenScope } from '@mailstop/contract'
import type { Actor } from '../../actor.ts'
import type { Refusal } from '../../errors.ts'
import type { DropInGroup, DropInInput, DropInReply } from '../../http/drop-ins/drop-in.ts'
import { attachmentTool } from './attachment-tool.ts'
import { checkTool } from './check-tool.ts'
import { changingTools } from './changing-tools.ts'
import { inboxTools } from './inbox-tools.ts'
import { drillTool } from './drill-tool.ts'
import { failureTool } from './failure-tool.ts'
import { readMessage, type Message } from './mcp-message.ts'
import { readingTools } from './reading-tools.ts'
import type { Tool, ToolDeps } from './tool.ts'

/** Codes that JSON-RPC defines: invalid params (section 5.1), and the first of those that servers define. */
const [invalidParams, ownError] = [-32_602, -32_000]

/** Tools for agents, by the Model Context Protocol over Streamable HTTP, without sessions. */
export function mcpRoutes({ version, ...deps }: ToolDeps & { version: string }): DropInGroup {
  const tools = [
    ...readingTools(deps),
    attachmentTool(deps),
    checkTool(deps),
    ...changingTools(deps),
    ...inboxTools(deps),
    failureTool(deps),
    drillTool(deps),
  ]

  async function handle({ body, headers, actor, wants }: DropInInput): Promise<DropInReply> {
    const read = readMessage(body)
    if ('problem' in read) return failed(400, read.problem)
    const { message } = read
    const missing = missingTool(tools, message, actor)
    if (missing !== null) return missing
    // The library takes memory, which a server without agents does not spend.
    const { serveMessage } = await import('./mcp-server.ts')
    const response = await serveMessage({
      message,
      headers: protocolHeaders(headers),
      tools: tools.filter((tool) => isAllowed(tool, actor)),
      wants,
      version,
    })
    const { status } = response
    const text = await response.text()
    return text === '' ? { kind: 'none', status } : { kind: 'json', status, body: text }
  }

  return {
    prefixes: [''],
    routes: { 'POST /mcp': [null, handle, { maxBodyBytes: 64 * 1024 }] },
    challenge: 'Bearer realm="Mailstop"',
    // Another page could have caused anything that a browser sends, and no page is meant to come here.
    refusesOtherSites: true,
    answerRefusal: ({ code, message }: Refusal) =>
      failed(errorCodes[code].status, { code: ownError, message, id: null }),
  }
}

/** In open mode everybody may do what needs no account; no tool forwards. */
const isAllowed = ({ action }: Tool, actor: Actor): boolean =>
  actor.kind === 'token'
    ? scopesAllow(actor.scopes, action)
    : !needsAccounts(action, { canForward: false })

/** Answers a call of a tool that is not listed because a scope is missing, and names the scope. */
function missingTool(tools: Tool[], { method, params, id }: Message, actor: Actor) {
  const name = typeof params === 'object' && params !== null && 'name' in params && params.name
  const tool = method === 'tools/call' && tools.find((each) => each.name === name)
  if (!tool || isAllowed(tool, actor)) return null
  const scope = scopeOf(tool.action) ?? tokenScope.options[0]
  const message = `The tool ${tool.name} needs a token with the scope ${scope}.`
  const isId = typeof id === 'string' || typeof id === 'number'
  return failed(200, { code: invalidParams, message, id: isId ? id : null })
}

function failed(
  status: number,
  { code, message, id }: { code: number; message: string; id: string | number | null },
): DropInReply {
  return {
    kind: 'json',
    status,
    body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }),
  }
}

/** Picks the headers that the protocol reads. */
function protocolHeaders(headers: DropInInput['headers']): Record<string, string> {
  const known = Object.entries(headers).filter(
    (pair): pair is [string, string] =>
      typeof pair[1] === 'string' && (pair[0].startsWith('mcp-') || pair[0] === 'content-type'),
  )
  return Object.fromEntries(known)
}
