import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Mailstop } from '../mailstop.ts'
import type { Mail, MailConditions } from '../types.ts'
import { check, guards, type Found } from './check-commands.ts'
import { inboxes, settingsText } from './inbox-commands.ts'
import { drill } from './drill-command.ts'
import { scenarios } from './scenario-commands.ts'
import { webhooks } from './webhook-commands.ts'
import { readPattern, readTimeout, UsageError, type Arguments } from './arguments.ts'

/**
 * What a command prints: the value and nothing else, so that a shell can take it. One that looked for faults says
 * whether it found some.
 */
type Command = (mailstop: Mailstop, given: Arguments) => Promise<string | Found>

export const commands: Record<string, Command> = {
  wait,
  marker,
  latest,
  open,
  send,
  smtp,
  inboxes,
  scenarios,
  drill,
  webhooks,
  check: (mailstop, given) => check(mailstop, given, conditionsOf(given)),
  guards: (mailstop, given) => guards(mailstop, given, conditionsOf(given)),
}

const which = ['to', 'from', 'subject', 'q', 'tag', 'inbox', 'after']
/** What is said beside it must not be passed over in silence: `latest --code` would print something else. */
const optionsOf: Record<string, string[]> = {
  wait: [...which, 'code', 'link', 'text', 'json', 'timeout'],
  latest: [...which, 'text', 'json'],
  marker: [],
  open: which,
  send: ['to', 'from'],
  smtp: ['inbox', 'env', 'json'],
  inboxes: ['expires-in', 'grace', 'env', 'json'],
  scenarios: ['inbox', 'seconds', 'seed', 'json'],
  drill: ['inbox', 'seconds', 'watch', 'seed', 'header', 'format'],
  webhooks: ['json'],
  check: [...which, 'all', 'fail-on', 'ignore', 'format'],
  guards: [...which, 'timeout'],
}

export function refuseWhatIsNotTaken({ words: [name = '', ...words], ...given }: Arguments): void {
  const { conditions, ...chosen } = given
  for (const [option, value] of Object.entries({ ...conditions, ...chosen })) {
    if (value === undefined || optionsOf[name]?.includes(option)) continue
    throw new UsageError(`${name} takes no --${option}`)
  }
  const taken: Record<string, number> = {
    send: 1,
    check: 1,
    inboxes: 2,
    scenarios: 2,
    drill: 1,
    webhooks: 2,
  }
  const extra = words[taken[name] ?? 0]
  if (extra !== undefined) throw new UsageError(`${name} takes no "${extra}"`)
}

function conditionsOf({ conditions }: Arguments): MailConditions {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  // A variable that was left empty must not mean any mail.
  for (const [name, value] of given) if (value === '') throw new UsageError(`--${name} is empty`)
  return Object.fromEntries(given)
}

async function wait(mailstop: Mailstop, given: Arguments): Promise<string> {
  const conditions = conditionsOf(given)
  if (Object.keys(conditions).length === 0) {
    throw new UsageError(
      'Pass at least one of --to, --from, --subject, --q, --tag, --inbox and --after',
    )
  }
  const timeout = readTimeout(given.timeout)
  const query = { ...conditions, ...(timeout !== undefined && { timeout }) }
  if (given.code) return mailstop.code(query)
  if (given.link !== undefined) return mailstop.link(readPattern(given.link), query)
  return shown(await mailstop.wait(query), given)
}

async function latest(mailstop: Mailstop, given: Arguments): Promise<string> {
  return shown(await newest(mailstop, given), given)
}

async function newest(mailstop: Mailstop, given: Arguments): Promise<Mail> {
  // Does not wait, and adds the table of what is there instead.
  return (
    (await mailstop.latest(conditionsOf(given))) ??
    mailstop.wait({ to: '*', ...conditionsOf(given), timeout: 0 })
  )
}

const shown = (mail: Mail, { text }: Arguments) =>
  text ? (mail.text ?? '') : JSON.stringify(mail, null, 2)

function marker(mailstop: Mailstop): Promise<string> {
  return mailstop.marker()
}

async function open(mailstop: Mailstop, given: Arguments): Promise<string> {
  const { id } = await newest(mailstop, given)
  const address = await mailstop.pageOf(id)
  if (process.stdout.isTTY) startBrowser(address)
  return address
}

function startBrowser(address: string): void {
  const [program, ...words] =
    process.platform === 'win32'
      ? ['rundll32', 'url.dll,FileProtocolHandler']
      : [process.platform === 'darwin' ? 'open' : 'xdg-open']
  // Without such a program, the address on the terminal is enough.
  spawn(program ?? 'open', [...words, address], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref()
}

async function send(
  mailstop: Mailstop,
  { words: [, file], conditions: { to, from } }: Arguments,
): Promise<string> {
  if (file === undefined) throw new UsageError('Name a file with a mail, or - for the input')
  const source = file === '-' ? await buffer(process.stdin) : await readFile(file)
  const envelope = { ...(from && { from }), ...(to && { to: to.split(',') }) }
  const { id } = await mailstop.send(new Uint8Array(source), envelope)
  return String(id)
}

async function smtp(mailstop: Mailstop, given: Arguments): Promise<string> {
  const { inbox } = conditionsOf(given)
  const settings = inbox ? (await mailstop.findInbox(inbox)).credentials : await mailstop.smtp()
  return settingsText(settings, given)
}
