import {
  changeInspectionSettings,
  createGuard,
  createWebhook,
  shippedGuards,
  type Team,
} from '@mailstop/contract'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeFolder, startProcess, temporaryFolder, type RunningProcess } from '../processes.ts'
import { countListedMails, createMailstopApi, signUp, type MailstopApi } from './mailstop-api.ts'
import type { RunningTarget, Target } from './target.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The built server, as users start it, or the program that `MAILSTOP_MAIN` names, as of another commit. */
const main = process.env.MAILSTOP_MAIN ?? programOf(root)

/** Builds the server of a checkout. Early commits run their sources. */
function programOf(checkout: string): string {
  const script = join(checkout, 'scripts/build.mjs')
  if (!existsSync(script)) return join(checkout, 'packages/server/src/main.ts')
  execFileSync(process.execPath, [script], { stdio: 'inherit' })
  return join(checkout, 'packages/server/dist/main.js')
}

export const mailstop: Target = mailstopTarget('Mailstop', main)

/** The same for a team with every guard that is offered. */
export const guarded: Target = mailstopTarget('guards', main, async (api, team) => {
  for (const { name, demand } of shippedGuards) {
    const named = ['domains', 'hosts'].map((field) => [field, ['bench.example']] as const)
    const filled = named.filter(([field]) => field in demand)
    const body = { name, demand: { ...demand, ...Object.fromEntries(filled) } }
    await api.call(createGuard, { params: { team: String(team.id) }, body })
  }
})

/** The same for a team whose mail is all checked. */
export const checked: Target = mailstopTarget('checks', main, async (api, team) => {
  const body = { checks_all: true }
  await api.call(changeInspectionSettings, { params: { team: String(team.id) }, body })
})

const withWebhook = (name: string, filter: string | null): Target =>
  mailstopTarget(name, main, async (api, team) => {
    const url = 'http://127.0.0.1:9/'
    const body = { name: 'Dead', url, events: ['mail.received' as const], filter }
    await api.call(createWebhook, { params: { team: String(team.id) }, body })
  })

/** The same for a team with a webhook to where nothing listens. */
export const hooked = withWebhook('webhook', null)

/** The same for a team with a webhook whose filter finds no mail. */
export const filtered = withWebhook('filter', 'has:attachment OR subject:a')

/** The server of another checkout, whose packages have to be installed. */
export const mailstopOf = (checkout: string): Target => mailstopTarget('base', programOf(checkout))

/** Mailstop as it is started by a user; mail is sent with a team's credentials. */
function mailstopTarget(
  name: string,
  program: string,
  prepare: (api: MailstopApi, team: Team) => Promise<void> = async () => {},
): Target {
  return {
    name,
    keeps: 'on disk (fsync), summarised and searchable',

    async start() {
      const dataDir = temporaryFolder()
      const product = await startMailstop(dataDir, { OUTBOUND_ALLOW: '127.0.0.1:9' }, [], program)
      const api = createMailstopApi(product.origin)
      const team = await signUp(api, product.verificationToken)
      await prepare(api, team)
      return catching({ product, api, team, dataDir })
    },
  }
}

type Catching = { product: MailstopProcess; api: MailstopApi; team: Team; dataDir: string }

/** A running product that catches the mail of `team`. Stopping it removes what it kept. */
const catching = ({ product, api, team, dataDir }: Catching): RunningTarget => ({
  pid: product.process.pid,
  smtpPort: product.smtpPort,
  credentials: { username: team.smtp_username, password: team.smtp_password },
  countMails: () => countListedMails(api, team),
  async stop() {
    await product.process.stop()
    removeFolder(dataDir)
  },
})

export type MailstopProcess = {
  process: RunningProcess
  origin: string
  smtpPort: number
  /** The token of the link that is printed when an account is created. */
  verificationToken(): Promise<string>
}

/** The product as a process, with any free ports; `options` go to its command line. */
export function runMailstop(
  dataDir: string,
  settings: Record<string, string> = {},
  options: string[] = [],
  program = main,
): RunningProcess {
  const nodeOptions = process.env.MAILSTOP_NODE_OPTIONS?.split(' ') ?? []
  return startProcess(process.execPath, [...nodeOptions, program, ...options], {
    HTTP_PORT: '0',
    SMTP_PORTS: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
    ...settings,
  })
}

/** The SMTP port of a process with the role `smtp`, once it listens. */
export const smtpPortOf = (product: RunningProcess): Promise<number> =>
  product.line((line) => /SMTP\s+\S+:(\d+)/.exec(line)?.[1]).then(Number)

/** Resolves once it says that it listens. */
export async function startMailstop(
  ...parameters: Parameters<typeof runMailstop>
): Promise<MailstopProcess> {
  const product = runMailstop(...parameters)
  const [origin, smtpPort] = await Promise.all([
    product.line((line) => /Inbox\s+(http:\S+)/.exec(line)?.[1]),
    smtpPortOf(product),
  ])
  return {
    process: product,
    origin,
    smtpPort,
    verificationToken: () => product.line((line) => /\/verify-email\/([\w-]+)/.exec(line)?.[1]),
  }
}
