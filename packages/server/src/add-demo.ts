import type { App } from './app.ts'
import { sendDemoMails } from './demo/send-demo-mails.ts'
import { demoFolder } from './product-files.ts'

const email = 'demo@mailstop.test'

/** `npm start -- --demo`: an account to log in with, and on its first day a living inbox. */
export async function addDemo(deps: {
  app: App
  smtpPort: number
  print: (line: string) => void
}): Promise<void> {
  const { app, smtpPort, print } = deps
  const password = app.demoPassword
  const { userId, isNew } = await app.accounts.provide({ name: 'Dana Demo', email, password })
  const [team] = await app.teams.listFor(userId)
  if (isNew && team) {
    const to = { folder: demoFolder, host: '127.0.0.1', port: smtpPort }
    const login = { username: team.smtp_username, password: team.smtp_password }
    await sendDemoMails({ ...to, ...login }).catch((error: Error) =>
      // A limit that the operator has set is no reason to end.
      print(`  The demo is incomplete: ${error.message}`),
    )
  }
  print(`  Demo    ${email}, password ${password}`)
  print('')
}
