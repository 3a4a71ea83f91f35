import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApp } from '../../server/test/support/harness.ts'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { installClient } from './installed-client.ts'
import { startTeam } from './team-on.ts'
import { startToyApp } from './toy-app.ts'
import { blockOf, blocksOf, documents } from '../../../scripts/lib/document-blocks.mjs'
import { newFolder } from '../../server/test/support/new-folder.ts'

const signUp = 'docs/guides/test-a-sign-up.md'
const parallel = 'docs/guides/parallel-tests.md'
const client = 'packages/client/README.md'
/** The beginnings of two programs that differ in their third line. */
const program = (line: string) =>
  `import { createMailstop } from '@mailstop/client'\n\nconst mailstop = createMailstop()\n${line}`
const addresses = program('const [ada')
const fixed = program('const inbox')

/** Blocks that are pasted by a test, by how they begin. */
const pasted: Record<string, string[]> = {
  'packages/client/test/pasted-documents.test.ts': [
    `${signUp}: export MAILSTOP_URL=`,
    `${signUp}: A=ada-`,
    `${signUp}: CODE=$(npx @mailstop/client`,
    `${signUp}: import { createMailstop }`,
    `${parallel}: ${addresses}`,
    `${parallel}: export RUN=`,
    `${parallel}: ${fixed}`,
    `${parallel}: AFTER=`,
    `${client}: npx @mailstop/client wait`,
    `${client}: npx @mailstop/client check`,
    'docs/guides/from-mailhog.md: mkdir mail',
    'docs/guides/from-mailpit.md: for mail in',
  ],
  'packages/client/test/toy-app.test.ts': [
    `${signUp}: import { defineConfig }`,
    `${signUp}: import { expect, test }`,
    `${signUp}: await page.getByLabel('Code')`,
    `${signUp}: import { codeOf`,
    `${signUp}: await inbox.expectNone`,
  ],
  'scripts/packages/test-docs.mjs (npm run test:docs)': [
    'README.md: git clone',
    'README.md: npm start -- accounts',
    'README.md: npm start\n',
    'README.md: npm start -- --demo',
    'README.md: PUBLIC_URL=',
    `${signUp}: npm install --save-dev "$(npm pack`,
  ],
  'scripts/packages/test-npx.mjs (npm run test:npx)': ['README.md: npx mailstop'],
  'scripts/packages/test-image.mjs (npm run test:image)': ['README.md: docker build'],
  'packages/e2e/src/examples (npm run test:languages -- examples)': ['README.md: swaks'],
}

/** Blocks that no test can paste, and why. */
const unpasted: Record<string, string[]> = {
  'it names services of others, or a file of a CI service': [
    'docs/guides/ci.md: name: Tests',
    'docs/guides/ci.md: test:',
    'docs/guides/ci.md: - uses:',
    'docs/guides/ci.md: artifacts:',
    'docs/guides/from-maildev.md: services:',
    'docs/guides/from-mailhog.md: services:',
    'docs/guides/from-mailpit.md: services:',
    'docs/guides/from-mailtrap.md: services:',
  ],
  'it needs the program of another tool': ['docs/guides/from-mailpit.md: mailpit dump'],
  'the package is in no registry before the first release': [
    `${client}: npm install --save-dev @mailstop/client`,
    `${signUp}: npm install --save-dev @mailstop/client`,
  ],
  'it is a part of a program of the reader’s, and the types hold it to the client': [
    `${client}: import { createMailstop }`,
    `${client}: import { expect, test } from '@mailstop/client/playwright'`,
    `${client}: import { expect, test } from '@mailstop/client/vitest'`,
    `${client}: const { inboxForEachTest }`,
    `${client}: import { startMailstop }`,
    `${client}: const mail = await inbox.wait`,
    `${client}: const preview = await mailstop.inbox`,
    'docs/guides/from-maildev.md: import { createMailstop }',
  ],
  'Cypress is not installed here': [
    `${client}: // cypress.config.ts`,
    `${client}: // cypress/support`,
    `${client}: it('signs up'`,
  ],
  'it is what a program prints, or a variable of the reader’s app': [
    `${signUp}: No mail to`,
    'docs/guides/from-mailtrap.md: MAIL_HOST=',
  ],
}

test('each block of the README and the guides is pasted by a test, or listed with why it cannot be', () => {
  const listed = [...Object.values(pasted), ...Object.values(unpasted)].flat()
  const blocks = documents.flatMap(blocksOf).map(({ file, text }) => `${file}: ${text}\n`)
  const isListed = (block: string) => listed.some((beginning) => block.startsWith(beginning))
  expect(blocks.filter((block) => !isListed(block))).toEqual([])
  const isThere = (beginning: string) => blocks.some((block) => block.startsWith(beginning))
  expect(listed.filter((beginning) => !isThere(beginning))).toEqual([])
})

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
  // Where the package is installed, npx runs this program; npm itself would take most of the test's time.
  const npx = 'npx() { shift; node_modules/.bin/mailstop-client "$@"; }'
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

test('the lines that fetch mail from MailHog fetch it from its API, which an open inbox has too', async () => {
  const { origin, smtpPort } = await startApp({}, { mode: 'open' })
  await sendMail(smtpPort, { smtp_username: 'a', smtp_password: 'b' }, { subject: 'Kept' })
  const folder = newFolder()
  const lines = blockOf('docs/guides/from-mailhog.md', 'mkdir mail')
  const script = lines.replaceAll('http://localhost:8025', origin)
  await promisify(execFile)('bash', ['-euc', script], { cwd: folder })
  const [file = ''] = await readdir(join(folder, 'mail'))
  expect(await readFile(join(folder, 'mail', file), 'utf8')).toContain('Subject: Kept')
}, 60_000)

test('a shell gets no empty code, but what the server answered', async () => {
  const { shell, env } = await startReader()
  const refused = await shell([blockOf(signUp, 'A=ada-')], { ...env, MAILSTOP_TOKEN: 'mst_wrong' })
  expect(refused).toMatchObject({ stdout: expect.not.stringContaining('<h1>') })
  expect(refused.code).not.toBe(0)
}, 60_000)
