import type { CodeLanguage } from '../../lib/highlight.ts'

/** How a coding agent connects to this server, in the form that the agent documents. */
export type AgentSetting = {
  key: string
  name: string
  language: CodeLanguage
  place: string
  /** `token` is null where none is needed. */
  code: (url: string, token: string | null) => string
  /** What becomes of the token. */
  aboutToken: string
}

const variable = 'MAILSTOP_TOKEN'
const json = (value: unknown) => JSON.stringify(value, null, 2)
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

export const agentSettings: readonly [AgentSetting, ...AgentSetting[]] = [
  {
    key: 'claude',
    name: 'Claude Code',
    language: 'shellscript',
    place: 'In a terminal, in the folder of your project',
    code: (url, token) =>
      [
        `claude mcp add --transport http mailstop ${url}`,
        ...(token === null ? [] : [`--header "Authorization: Bearer ${token}"`]),
      ].join(' \\\n  '),
    aboutToken: 'Claude Code keeps the token for you alone, outside the project.',
  },
  {
    key: 'mcp-json',
    name: '.mcp.json',
    language: 'json',
    place: '.mcp.json in your project, for everybody who works on it',
    code: (url, token) =>
      json({
        mcpServers: {
          mailstop: { type: 'http', url, ...(token !== null && bearer(`\${${variable}}`)) },
        },
      }),
    aboutToken: `Claude Code, and others that know this file, read the token from the variable ${variable}, so that you can commit the file.`,
  },
  {
    key: 'cursor',
    name: 'Cursor',
    language: 'json',
    place: '~/.cursor/mcp.json',
    code: (url, token) =>
      json({ mcpServers: { mailstop: { url, ...(token !== null && bearer(token)) } } }),
    aboutToken: 'The file holds the token: do not commit it.',
  },
  {
    key: 'vscode',
    name: 'VS Code',
    language: 'json',
    place: '.vscode/mcp.json in your project',
    code: (url, token) =>
      json({
        ...(token !== null && {
          inputs: [
            {
              type: 'promptString',
              id: 'mailstop-token',
              description: 'API token of Mailstop',
              password: true,
            },
          ],
        }),
        servers: {
          mailstop: { type: 'http', url, ...(token !== null && bearer('${input:mailstop-token}')) },
        },
      }),
    aboutToken: 'VS Code asks for the token once and keeps it, so that you can commit the file.',
  },
  {
    key: 'codex',
    name: 'Codex',
    language: 'toml',
    place: '~/.codex/config.toml',
    code: (url, token) =>
      [
        '[mcp_servers.mailstop]',
        `url = ${JSON.stringify(url)}`,
        ...(token === null ? [] : [`bearer_token_env_var = "${variable}"`]),
      ].join('\n'),
    aboutToken: `Codex reads the token from the variable ${variable}.`,
  },
]
