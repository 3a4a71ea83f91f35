import type { Setup } from './setup-tabs.tsx'

type Server = {
  url: string
  team: number
  /** The domain of the addresses that a test invents. */
  domain: string
  /** Null where none is needed. */
  token: string | null
}

const javaScriptNote =
  'Install @mailstop/client first, from npm or by `npm run install:here` in a clone of Mailstop. Each test has an address of its own, so that tests run beside each other.'
const tokenNote = ' The token may also come from the variable MAILSTOP_TOKEN.'
const waitNote =
  'The request waits until a message comes to that address. Send from your app meanwhile, or before.'

/** A test that waits for a mail of the app, in the languages of tests. Every value is safe between quotes: none is of a user. */
export function testSetups(server: Server): Setup[] {
  const { url, team, domain, token } = server
  const settings = `{ url: '${url}',${token === null ? '' : ` token: '${token}',`} domain: '${domain}' }`
  const ofJavaScript = token === null ? javaScriptNote : javaScriptNote + tokenNote
  const wait = `${url}/api/teams/${team}/mails/wait`
  return [
    {
      key: 'playwright',
      name: 'Playwright',
      language: 'javascript',
      place: 'sign-up.spec.ts',
      code: [
        `import { test } from '@mailstop/client/playwright'`,
        `test.use({ mailstopSettings: ${settings} })`,
        `test('a user signs up', async ({ page, inbox }) => {`,
        `  await page.goto('/sign-up')`,
        `  await page.getByLabel('Email').fill(inbox.address)`,
        `  await page.getByRole('button', { name: 'Sign up' }).click()`,
        `  await page.getByLabel('Code').fill(await inbox.code())`,
        `})`,
      ].join('\n'),
      note: ofJavaScript,
    },
    {
      key: 'node',
      name: 'Node.js',
      language: 'javascript',
      place: 'sign-up.test.mjs, for node --test',
      code: [
        `import { test } from 'node:test'`,
        `import { createMailstop } from '@mailstop/client'`,
        `test('a user signs up', async () => {`,
        `  const inbox = await createMailstop(${settings}).inbox()`,
        `  await signUp(inbox.address) // your app`,
        `  await confirm(await inbox.code())`,
        `})`,
      ].join('\n'),
      note: ofJavaScript,
    },
    {
      key: 'python',
      name: 'Python',
      language: 'python',
      place: 'test_sign_up.py',
      code: [
        `import json, urllib.request, uuid`,
        `address = f"{uuid.uuid4()}@${domain}"`,
        `sign_up(address)  # your app`,
        `wait = urllib.request.Request(f"${wait}?to={address}")`,
        ...(token === null ? [] : [`wait.add_header("Authorization", "Bearer ${token}")`]),
        `mail = json.load(urllib.request.urlopen(wait))["data"]`,
        `assert "Welcome" in mail["subject"]`,
      ].join('\n'),
      note: waitNote,
    },
    {
      key: 'curl',
      name: 'curl',
      language: 'shellscript',
      place: 'In a terminal',
      code: [
        `curl -fsS -G ${wait} \\`,
        ...(token === null ? [] : [`  -H "Authorization: Bearer ${token}" \\`]),
        `  --data-urlencode "to=ada@${domain}"`,
      ].join('\n'),
      note: waitNote,
    },
  ]
}
