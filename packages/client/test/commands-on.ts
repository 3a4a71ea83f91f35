import { execFile } from 'node:child_process'
import type { TokenScope } from '@mailstop/contract'
import { startTeam } from './team-on.ts'

/** As its users have it: the sources take ten times as long to start. */
const main = new URL('../dist/cli.js', import.meta.url).pathname

/** The command line of the client, for a team with a token. */
export async function startCommands(scopes: TokenScope[] = ['mail:read', 'mail:delete']) {
  const team = await startTeam({}, scopes)
  const env = { MAILSTOP_URL: team.url, MAILSTOP_TOKEN: team.token }
  const run = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
      execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), stdout, stderr }),
      )
    })
  return { ...team, run }
}
