import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { runExample } from './run-example.ts'
import { copyExample } from './shown-examples.ts'

/** What stands for the app of a reader: it sends one mail to whoever signs up. */
const apps = {
  'Node.js': (port: number) => `
    import { createTransport } from 'nodemailer'
    const signUp = (to) => createTransport({ host: 'localhost', port: ${port} })
      .sendMail({ from: 'app@toy.test', to, subject: 'Welcome', text: 'Your code is 730418' })
    const confirm = (code) => console.log('confirmed', code)\n`,
  Python: (port: number) => `
import smtplib
def sign_up(address):
    with smtplib.SMTP("localhost", ${port}) as app:
        app.sendmail("app@toy.test", [address], f"To: {address}\\nSubject: Welcome\\n\\nHi\\n")\n`,
  curl: (port: number) =>
    `printf 'To: ada@test.example\\r\\nSubject: Welcome\\r\\n\\r\\nHi\\r\\n' |
      curl -sS smtp://localhost:${port} --mail-from app@toy.test --mail-rcpt ada@test.example -T -\n`,
}

const runs = [
  {
    name: 'Node.js',
    file: 'sign-up.test.mjs',
    command: [process.execPath, '--test', 'sign-up.test.mjs'],
    says: /confirmed 730418/,
  },
  {
    name: 'Python',
    file: 'sign_up.py',
    command: ['python3', 'sign_up.py'],
    says: /^$/,
  },
  { name: 'curl', file: 'wait.sh', command: ['sh', 'wait.sh'], says: /"subject":"Welcome"/ },
] as const

test('the code of the page Tests gets the mail of an app, as it is copied in open mode', async ({
  page,
  open,
}) => {
  test.slow()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${open.url}/integrations/smtp-credentials#tests`)
  for (const { says, ...run } of runs) {
    const code = apps[run.name](open.smtpPort) + (await copyExample(page, run.name))
    expect(await runExample({ ...run, subject: '' }, code), run.name).toMatch(says)
  }
})
