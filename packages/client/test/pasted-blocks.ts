/** Every block of the documents that users read, by how it begins, and what shows that it is true. */

export const signUp = 'docs/guides/test-a-sign-up.md'
export const parallel = 'docs/guides/parallel-tests.md'
export const client = 'packages/client/README.md'
/** The beginnings of two programs that differ in their third line. */
const program = (line: string) =>
  `import { createMailstop } from '@mailstop/client'\n\nconst mailstop = createMailstop()\n${line}`
export const addresses = program('const [ada')
export const fixed = program('const inbox')

/** How a block is pasted into a shell at a running server, and what has to come of it. */
export type Pasted = {
  files?: Record<string, string>
  /** Variables and programs that its reader has. */
  env?: Record<string, string>
  code?: number
  says?: RegExp
}

const source = 'Subject: Welcome {{name}}\r\n\r\nx\r\n'

/** Lines of a shell, requests, and the commands of CI files, in the order in which they are pasted. */
export const lines: Record<string, Pasted> = {
  'docs/api.md: curl': { files: { 'mail.eml': source }, says: /"id":\d/ },
  'docs/check.md: npx': { files: { 'welcome.eml': source }, code: 5, says: /leftovers/ },
  'docs/ci.md: mkfifo': { env: { DATA_DIR: '' }, says: /"status":"ok"/ },
  'docs/command-line.md: mailstop users list': { says: /ada@example[^]*Wrote .*mailstop.tar/ },
  'docs/command-line.md: mailstop users create': {
    files: { 'password.txt': 'a long password\n' },
    says: /ann@example.com has an account/,
  },
  'docs/guides/ci.md: name: Tests\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    env:':
    {
      env: { GITHUB_RUN_ID: '17' },
      says: /MAIL_USERNAME=\w+\+run-17$/m,
    },
  'docs/guides/ci.md: test:\n  image: node:24\n  script:': {
    env: { CI_JOB_ID: '18' },
    says: /MAIL_USERNAME=\w+\+run-18$/m,
  },
  'docs/inboxes.md: name: Preview': {
    env: { INBOX: 'preview-318' },
    says: /MAIL_USERNAME=\w+$/m,
  },
  'docs/inboxes.md: preview:': { env: { INBOX: 'preview-318' }, says: /^preview-318$/m },
  'docs/operating.md: mailstop backup': { says: /Wrote .*mailstop.tar/ },
  'docs/operating.md: mailstop restore': { says: /mailstop-restored/ },
  'docs/pop3.md: curl': { says: /^1 \d+[^]*Subject:/m },
  'docs/tokens.md: curl': { says: /"scopes"/ },
  'docs/waiting.md: GET /api/teams/{team}/mails/wait': { says: /"waited_ms"/ },
  'docs/waiting.md: GET /api/teams/{team}/mails/marker': { says: /"marker"/ },
}

/** Settings, which `config check` has to accept. */
export const settings = [
  'docs/fleet.md: SOURCES_URL=',
  'docs/operating.md: SMTP_OPEN_TEAM=',
  'docs/operating.md: RECEIVE_DOMAIN=',
  'docs/operating.md: PUBLIC_URL=https://mail.',
  'docs/operating.md: PUBLIC_URL=https://tools.',
  'docs/operating.md: SMTP_PROXIES=',
  'docs/operating.md: DATABASE_URL=',
  'docs/operating.md: SOURCES_URL=',
  'docs/operating.md: ADMIN_EMAIL=',
  'docs/operating.md: HTTP_TLS_CERT=',
  'docs/operating.md: HTTP_PORT=',
  'docs/operating.md: BACKUP_EVERY=',
  'docs/sign-in.md: PUBLIC_URL=',
  'docs/sign-in.md: OIDC_TEAMS=',
]

export const preview = 'docs/inboxes.md: import { createMailstop }'
export const dump = 'docs/guides/from-mailpit.md: mailpit dump'
export const deletion = 'docs/operating.md: delete from'

/** Which test pastes a block. */
export const pastedBy: Record<string, string[]> = {
  'packages/client/test/pasted-blocks.nightly.test.ts (npm run test:pasted)': [
    ...Object.keys(lines),
    ...settings,
    preview,
    dump,
    deletion,
  ],
  'packages/client/test/pasted-documents.test.ts': [
    'docs/guides/from-mailhog.md: mkdir mail',
    'docs/guides/from-mailcatcher.md: mkdir mail',
  ],
  'packages/client/test/pasted-shell.nightly.test.ts (npm run test:pasted)': [
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
    'docs/guides/from-mailpit.md: for mail in',
  ],
  'packages/client/test/toy-app.nightly.test.ts': [
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
    'docs/operating.md: npm start -- --open',
    `${signUp}: npm install --save-dev ../mailstop/dist/mailstop-client.tgz`,
  ],
  'scripts/packages/test-npx.mjs (npm run test:npx)': [
    'README.md: npx mailstop',
    'deploy/npm/README.md: npx mailstop',
    'deploy/README.md: npm run install:here',
  ],
  'scripts/packages/test-image.mjs (npm run test:image)': [
    'README.md: docker build',
    'deploy/README.md: docker build',
  ],
  'scripts/packages/test-deb.mjs (npm run test:deb)': ['deploy/README.md: npm run build:deb'],
  'scripts/packages/test-helm.mjs (npm run test:helm), which reads them': [
    'deploy/README.md: helm install',
    'docs/ci.md: services:',
    'docs/guides/from-maildev.md: services:',
    'docs/guides/from-mailhog.md: services:',
    'docs/guides/from-mailcatcher.md: services:',
    'docs/guides/from-mailpit.md: services:',
    'docs/guides/from-mailtrap.md: services:',
  ],
  'scripts/packages/test-integrations.mjs (npm run test:integrations), which reads them': [
    'docs/ci.md: jobs:',
    'docs/guides/ci.md: name: Tests',
  ],
  'packages/server/test/webhooks/documented-receivers.nightly.test.ts': [
    'docs/webhooks.md: import { createServer }',
    'docs/webhooks.md: import os',
  ],
  'packages/server/test/proxies (npm run test:proxies)': [
    'docs/operating.md: server {',
    'docs/operating.md: tools.example.com {',
    'docs/operating.md: defaults',
    'docs/operating.md: listen smtp',
  ],
  'packages/e2e/src (npm run test:languages -- examples and -- defaults)': [
    'README.md: swaks',
    'docs/using-it-with.md: config.action_mailer',
    'docs/using-it-with.md: EMAIL_HOST',
    'docs/using-it-with.md: spring.mail.host',
  ],
}

/** Blocks that no test can paste, and why. */
export const unpasted: Record<string, string[]> = {
  'only the service of GitHub or GitLab reads it': [
    'docs/ci.md: test:',
    'docs/guides/ci.md: test:',
    'docs/guides/ci.md: - uses:',
    'docs/guides/ci.md: artifacts:',
    'docs/using-it-with.md: - uses:',
    'docs/using-it-with.md: include:',
  ],
  'no container is run here; the image and its files have tests of their own': [
    'docs/ci.md: docker run',
    'deploy/README.md: docker compose',
    'docs/using-it-with.md: docker tag',
  ],
  'it needs the program of another tool': [
    'docs/mcp.md: claude mcp add',
    'docs/mailosaur.md: const client',
    'docs/using-it-with.md: -    image',
    'docs/using-it-with.md: ddev',
    'docs/using-it-with.md: -var mail',
    'docs/using-it-with.md: mail = DockerContainer',
    'docs/using-it-with.md: var mail',
    'docs/using-it-with.md: "features"',
    'docs/operating.md: mail.example.com {',
    'docs/operating.md: http:\n  routers:',
  ],
  'it changes a machine that systemd runs; npm run test:fleet and test:deb use the same files and commands':
    [
      'docs/fleet.md: sudo',
      'docs/fleet.md: curl http://127.0.0.1:8041',
      'docs/fleet.md: [Service]',
      'docs/fleet.md: git pull',
      'docs/operating.md: [Unit]',
      'docs/operating.md: # compose.yaml',
      'docs/operating.md: git pull',
      'deploy/README.md: sudo',
      'deploy/deb/README.md: journalctl',
    ],
  'it changes a Postgres of the reader’s; test/command-line/commands.test.ts has the same lines': [
    'docs/operating.md: createuser',
    'docs/operating.md: pg_dump',
  ],
  'it asks at a terminal; npm run test:docs answers ahead': [
    'docs/operating.md: npm start -- accounts',
  ],
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
    `${client}: const full = await mailstop.scenario`,
    'docs/lab.md: const full = await mailstop.scenario',
    'docs/lab.md: const drill = await mailstop.drill',
    'docs/guides/from-maildev.md: import { createMailstop }',
    'docs/guides/from-mailcatcher.md: import { createMailstop }',
  ],
  'Cypress is not installed here': [
    `${client}: // cypress.config.ts`,
    `${client}: // cypress/support`,
    `${client}: it('signs up'`,
  ],
  'it is what a program answers, a picture, or the form of a command': [
    `${signUp}: No mail to`,
    'docs/extraction.md: {',
    'docs/webhooks.md: { "type"',
    'docs/lab.md: [\n  { "at": "rcpt"',
    'docs/waiting.md: { "code": "no_mail"',
    'docs/fleet.md: apps ──SMTP',
    'docs/operating.md: mailstop health [--ready]',
  ],
  'it is a variable of the reader’s app, or a line of another file': [
    'docs/guides/from-mailtrap.md: MAIL_HOST=',
    'docs/tags.md: MAIL_USERNAME=',
    'docs/operating.md: proxy_pass',
    'docs/command-line.md: MAILSTOP_SMTP_URL=',
  ],
}
