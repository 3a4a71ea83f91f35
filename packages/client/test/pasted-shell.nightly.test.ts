import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blockOf } from '../../../scripts/lib/document-blocks.mjs'
import { installClient, npx } from './installed-client.ts'
import { addresses, client, fixed, parallel, signUp } from './pasted-blocks.ts'
import { startTeam } from './team-on.ts'
import { startToyApp } from './toy-app.ts'

async function startReader() {
  const team = await startTeam({}, ['mail:read', 'mail:send', 'smtp:read'])
  const app = await startToyApp(team)
  const installed = await installClient()
  const env = { MAILSTOP_URL: team.url, MAILSTOP_TOKEN: team.token }
  /** Adapts the text for an app and a server that are elsewhere. */
  const adapted = (text: string) =>
    text
      .replaceAll('http://localhost:3000', app)
      .replaceAll('http://localhost:8025', team.url)
      .replaceAll('https://mailstop.example', team.url)
      .replaceAll('mst_…', team.token)
  const shell = (lines: string[], more: Record<string, string> = env) =>
    installed.run('bash', ['--norc', '-euc', [npx, ...lines.map(adapted)].join('\n')], more)
  return { ...team, app, installed, env, adapted, shell }
}

test('the lines of a shell and the programs of the guides do what the guides say', async () => {
  const { installed, adapted, shell, send, mailstop } = await startReader()
  const settings = blockOf(signUp, 'export MAILSTOP_URL=')
  const byCurl = blockOf(signUp, 'A=ada-')
  const confirm = byCurl.split('\n').at(-1) ?? ''
  const read = blockOf(signUp, 'CODE=$(npx')
  const two = await shell([settings, byCurl, byCurl.split('\n')[0] ?? '', read, confirm], {})
  expect(two).toMatchObject({ code: 0, stderr: '' })
  expect(two.stdout.match(/<h1>Welcome<\/h1>/g)).toHaveLength(2)

  await installed.write({
    'sign-up.mjs': adapted(blockOf(signUp, 'import { createMailstop }')),
    'addresses.mjs': blockOf(parallel, addresses),
    'fixed.mjs': blockOf(parallel, fixed),
    'ask-for-a-code':
      '#!/bin/sh\nnode_modules/.bin/mailstop-client send --to "$1" mail.eml > /dev/null\n',
    'mail.eml': 'Subject: Code\r\n\r\nYour code is 271828\r\n',
  })
  await chmod(join(installed.folder, 'ask-for-a-code'), 0o700)
  expect((await shell(['node sign-up.mjs'])).stdout).toMatch(/^\d{6}\n$/)
  expect((await shell(['node addresses.mjs'])).stdout).toMatch(
    /^ada\.[a-z0-9]{8}-1@test\.example bob\.[a-z0-9]{8}-2@test\.example\n$/,
  )
  const byHand = await shell([blockOf(parallel, 'AFTER='), 'echo "$CODE"'])
  expect(byHand).toMatchObject({ code: 0, stdout: '271828\n' })

  await installed.write({ 'welcome.eml': 'Subject: Welcome {{name}}\r\n\r\nx\r\n' })
  const checked = await shell([`${blockOf(client, 'npx @mailstop/client check')} || [ $? = 5 ]`])
  expect(checked).toMatchObject({ code: 0, stderr: '' })
  expect(await readFile(join(installed.folder, 'check.xml'), 'utf8')).toContain('name="leftovers"')

  // The run tags its mail by its login, and reads its own.
  const run = blockOf(parallel, 'export RUN=')
  const of = { MAIL_USERNAME: 'app', GITHUB_RUN_ID: '17', GITHUB_RUN_ATTEMPT: '1' }
  expect((await shell([run, 'echo "$MAIL_USERNAME"'], of)).stdout).toBe('app+run-17-1\n')
  const waiting = shell(['RUN=run-17-1 node fixed.mjs'])
  const end = setInterval(
    () =>
      void send({
        to: 'admin@example.com',
        headers: { 'X-Tags': 'run-17-1' },
        text: 'Your code is 314159',
      }),
    300,
  )
  expect((await waiting).stdout).toBe('314159\n')
  clearInterval(end)

  // Files of another tool are read by the address of the server.
  await mkdir(join(installed.folder, 'mail'))
  await installed.write({ 'mail/one.eml': 'Subject: Moved\r\n\r\nx\r\n' })
  await shell([blockOf('docs/guides/from-mailpit.md', 'for mail in')])
  expect(await mailstop.latest({ subject: 'Moved' })).toMatchObject({ subject: 'Moved' })
}, 120_000)

test('a shell gets no empty code, but what the server answered', async () => {
  const { shell, env } = await startReader()
  const refused = await shell([blockOf(signUp, 'A=ada-')], { ...env, MAILSTOP_TOKEN: 'mst_wrong' })
  expect(refused).toMatchObject({ stdout: expect.not.stringContaining('<h1>') })
  expect(refused.code).not.toBe(0)
}, 60_000)
