import type { App } from './app.ts'
import { sendDemoMails } from '../demo/send-demo-mails.ts'
import { demoEmail as email } from '../features/accounts/account-rules.ts'
import { demoFolder } from '../product-files.ts'

/**
 * `npm start -- --demo`: an account to log in with, and a living inbox on its first day. In open mode only the mail,
 * where there is none yet.
 */
export async function addDemo(deps: {
  app: App
  smtp: { host: string; port: number }
  print: (line: string) => void
}): Promise<void> {
  const { app, smtp, print } = deps
  const password = app.demoPassword
  const { userId, isNew } = app.openUser
    ? { userId: app.openUser.userId, isNew: await isEmpty(app, app.openUser) }
    : await app.accounts.provide({ name: 'Dana Demo', email, password })
  const [team] = await app.teams.listFor(userId)
  if (isNew && team) {
    const login = { username: team.smtp_username, password: team.smtp_password }
    await sendDemoMails({ folder: demoFolder, ...smtp, ...login }).catch((error: Error) =>
      // A limit set by the operator does not end the process.
      print(`  The demo is incomplete: ${error.message}`),
    )
  }
  if (app.openUser) return
  print(`  Demo    ${email}, password ${password}`)
  print('')
}

async function isEmpty({ mails }: App, { userId, teamId }: NonNullable<App['openUser']>) {
  const actor = { kind: 'user', userId, sessionId: '', verified: true } as const
  const { total } = await mails.counts.counters({ actor, action: 'read_mail', teamId })
  return total === 0
}
