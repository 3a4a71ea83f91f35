import { createMailstop, type Mailstop } from '../mailstop.ts'
import { findProgram, type Command } from './find-program.ts'
import { startProcess } from './server-process.ts'

export type StartOptions = {
  /**
   * The server's program, or the program with its first words, such as `['npx', 'mailstop']`. Without it `MAILSTOP_BIN`, then
   * the package `mailstop` of the project, then a program of this name in PATH.
   */
  command?: string | readonly string[]
  /** A token that clients may use, `mst_` and 12 to 60 letters, digits, `-` or `_`. None needs one. */
  token?: string
  /** The one address to listen on; `localhost` without it. `0.0.0.0` is for an app in a container. */
  host?: string
  /** Settings of the server. It sees none of this process's own variables, such as the `DATABASE_URL` of an app. */
  env?: Record<string, string>
  /** Milliseconds that the start may take; 60,000 without it. */
  timeout?: number
}

export type StartedMailstop = {
  readonly url: string
  /** Any login is accepted, and none is needed. */
  readonly smtp: { readonly host: string; readonly port: number }
  readonly token?: string
  /** A client for it. */
  readonly mailstop: Mailstop
  /** Ends it with all of its mail. */
  stop(): Promise<void>
}

/** What a server prints once it answers. */
export const ready =
  /Inbox +(?<mailstop_url>http\S+)\s+SMTP +\[?(?<mail_host>[^\s\]]+)\]?:(?<mail_port>\d+)/

/** The program with all of its words. */
export function commandOf({ command, host = 'localhost' }: StartOptions): Command {
  const program = findProgram(command)
  if (!program) throw new Error(notInstalled)
  return [...program, '--ci', '--stop-with-input', '--port', '0', '--smtp', '0', '--host', host]
}

/**
 * Starts a server on free ports, whose data is temporary, and waits until it answers. It ends with this process, even when that is
 * killed.
 */
export async function startMailstop(options: StartOptions = {}): Promise<StartedMailstop> {
  const { token, env, timeout = 60_000 } = options
  const command = commandOf(options)
  const server = startProcess(command, {
    LOG_LEVEL: 'warn',
    ...(token !== undefined && { CI_TOKEN: token }),
    ...env,
  })
  const found = await server.match(ready, timeout)
  if (typeof found === 'string') {
    await server.stop()
    throw new Error(`Mailstop ${found}: ${command.join(' ')}\n${server.output()}`)
  }
  server.release()
  const [, url = '', smtpHost = '', port] = found
  const smtp = { host: smtpHost, port: Number(port) }
  const own = token === undefined ? {} : { token }
  return { url, smtp, ...own, mailstop: createMailstop({ url, ...own }), stop: server.stop }
}

const notInstalled = `The server of Mailstop is not installed here. Install the package mailstop in this project, set \
MAILSTOP_BIN to its program, or give startMailstop a command, such as ['npx', '--yes', 'mailstop'].`
