import { login, listTeams, register, verifyEmail, type Team } from '@mailstop/contract'
import { pino, type Logger } from 'pino'
import { onTestFinished } from 'vitest'
import { createApp, type App } from '../../src/app/app.ts'
import type { ServeMode } from '../../src/config/config-variables.ts'
import { loadConfig } from '../../src/config/config.ts'
import { shownUrl } from '../../src/lib/network/public-url.ts'
import { numbersWith } from '../../src/lib/network/smtp-ports.ts'
import { createApiClient, type ApiClient } from '../clients/api-client.ts'
import { copyMigratedSqlite } from './databases.ts'
import { testViewThreads } from '../clients/viewer.ts'
import { newFolder } from './new-folder.ts'
import { startKeptThread } from './stores/kept-threads.ts'

/** The whole product in this process, on ports and in a folder of its own; gone after the test. */
export type RunningApp = {
  app: App
  origin: string
  httpPort: number
  smtpPort: number
  starttlsPort: number
  pop3Port: number
  pop3sPort: number
  dataDir: string
  /** What was printed for the person at the terminal. */
  printed: string[]
  /** `headers` go with each of its requests. */
  client(headers?: Record<string, string>): ApiClient
  /** A verified account of its own, logged in. */
  signUp(name?: string): Promise<{ api: ApiClient; team: Team }>
  /** The same without the mail of verification: the account is provided. */
  signIn(name: string): Promise<{ api: ApiClient; team: Team }>
}

/** The usual cost would be most of what these tests cost; `passwords.test.ts` holds it. */
const passwordCost = { memoryKb: 64, passes: 1 }

const silent = pino({ level: 'silent' })

export async function startApp(
  env: Record<string, string> = {},
  { log = silent, mode = 'accounts' }: { log?: Logger; mode?: ServeMode } = {},
): Promise<RunningApp> {
  const dataDir = newFolder()
  if (!env['DATABASE_URL']) await copyMigratedSqlite(dataDir)
  const settings = {
    HTTP_PORT: '0',
    SMTP_PORTS: '0',
    DATA_DIR: dataDir,
    // Everybody in a test comes from one address.
    ACCOUNTS_PER_ADDRESS: '100000',
    ...env,
  }
  const loaded = loadConfig(settings, Infinity, mode)
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  const printed: string[] = []
  const app = await createApp(loaded, {
    log,
    passwordCost,
    viewThreads: testViewThreads(),
    startWorker: startKeptThread,
    sharesProcess: true,
    print: (line) => printed.push(line),
  })
  onTestFinished(() => app.stop())
  const { publicUrl, httpPort, smtpPorts, pop3Ports } = await app.start()
  const { origin } = publicUrl
  const client = (headers?: Record<string, string>) => createApiClient(shownUrl(publicUrl), headers)
  return {
    app,
    origin,
    httpPort,
    smtpPort: smtpPorts[0]?.port ?? 0,
    starttlsPort: numbersWith(smtpPorts, 'starttls')[0] ?? 0,
    pop3Port: pop3Ports[0]?.port ?? 0,
    pop3sPort: numbersWith(pop3Ports, 'implicit')[0] ?? 0,
    dataDir: loaded.config.dataDir,
    printed,
    client,
    signUp: (name = 'ada') => signUp(client(), name, printed),
    async signIn(name) {
      const email = `${name}@example.test`
      await app.accounts.provide({ name, email, password: signUpPassword })
      const api = client()
      await api.must(login, { body: { email, password: signUpPassword } })
      return { api, team: await firstTeam(api) }
    },
  }
}

/** The password of every account that is made here. */
export const signUpPassword = 'correct horse battery staple'

async function signUp(api: ApiClient, name: string, printed: string[]) {
  const email = `${name}@example.test`
  const password = signUpPassword
  const account = { name, email, password, password_confirmation: password }
  const before = printed.length
  await api.must(register, { body: account })
  const link = await printedLink(printed, before)
  await api.must(login, { body: { email, password: signUpPassword } })
  await api.must(verifyEmail, { params: { token: link } })
  return { api, team: await firstTeam(api) }
}

async function firstTeam(api: ApiClient): Promise<Team> {
  const { data: teams } = await api.must(listTeams, {})
  return teams[0] as Team
}

/** Mail leaves after the reply, so the link may be a moment away. */
async function printedLink(printed: string[], from: number): Promise<string> {
  for (let turn = 0; turn < 1_000; turn += 1) {
    for (const line of printed.slice(from)) {
      const token = /\/verify-email\/([\w-]+)/.exec(line)?.[1]
      if (token) return token
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('No verification link was printed')
}
