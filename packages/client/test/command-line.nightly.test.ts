import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWebhook } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { newFolder } from '../../server/test/support/new-folder.ts'
import { startCommands } from './commands-on.ts'

/** Its html is larger than Gmail shows. */
const clipped = { subject: 'Sale & more', html: `<p>${'sale '.repeat(25_000)}</p>` }

test('a check prints what it found in the form that is asked for, and exits with 5', async () => {
  const { run, send, url, team } = await startCommands()
  await send({ to: 'ada@customer.test', text: 'x', ...clipped })
  const clip = { code: 5, stderr: '' }
  const which = ['check', '--subject', 'sale']
  expect(await run(...which)).toMatchObject({
    ...clip,
    stdout: expect.stringMatching(
      /^mail \d+ "Sale & more": \d+ to fix[^]*fail  size\.gmail-clip  /,
    ),
  })
  const [page] = (await run(...which)).stdout.trimEnd().split('\n').slice(-1)
  expect(page).toMatch(`${url}/inbox/`)
  expect(page).toMatch(new RegExp(`\\?team=${team.id}$`))
  const junit = await run(...which, '--format', 'junit')
  expect(junit).toMatchObject({
    ...clip,
    stdout: expect.stringMatching(
      /<testsuite name="Sale &amp; more"[^]*name="size"><failure message="The html has/,
    ),
  })
  expect(await run(...which, '--format', 'json')).toMatchObject(clip)
})

test('a check of a file puts it into the inbox, and ignored rules do not count', async () => {
  const { run, mailstop } = await startCommands(['mail:read', 'mail:send'])
  const file = join(newFolder(), 'mail.eml')
  const head = 'From: shop@app.test\nTo: ada@app.test\nSubject: From a file\n'
  await writeFile(file, `${head}Content-Type: text/html\n\n${clipped.html}\n`)
  expect((await run('check', file)).code).toBe(5)
  const ids = (await mailstop.check((await mailstop.latest())?.id ?? 0)).sections.map(
    ({ id }) => id,
  )
  expect(await run('check', file, '--ignore', ids.join(','))).toMatchObject({ code: 0 })
  const mistyped = await run('check', file, '--ignore', 'size,acessibility')
  expect(mistyped).toMatchObject({ code: 2, stdout: '' })
  expect(mistyped.stderr).toContain('The nearest is "accessibility".')
})

test('without such a mail the exit code is 4, and the table is on the standard error', async () => {
  const { run, send } = await startCommands()
  const { stdout: marker } = await run('marker')
  await send({ to: 'bob@customer.test', subject: 'For Bob', text: 'x' })
  const which = ['--to', 'ada@customer.test', '--after', marker.trim(), '--timeout', '0.01']
  expect(await run('wait', ...which, '--code')).toEqual({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(/No mail to ada@customer\.test with a code[^]*For Bob +to\n$/),
  })
  expect(await run('latest', '--to', 'ada@customer.test')).toMatchObject({ code: 4, stdout: '' })
})

test('inboxes are listed, made, given a new password and ended, each with its credentials', async () => {
  const { run, running } = await startCommands(['mail:read', 'smtp:read', 'inbox:manage'])
  const name = 'preview-318'
  const made = await run('inboxes', 'create', name, '--expires-in', '3 days', '--env')
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const [, username = ''] = /^export MAIL_USERNAME='(\w+)'$/m.exec(made.stdout) ?? []
  const [, password = ''] = /^export MAIL_PASSWORD='(\w+)'$/m.exec(made.stdout) ?? []
  expect(await run('smtp', '--inbox', name, '--env')).toEqual(made)
  const login = { smtp_username: username, smtp_password: password }
  await sendMail(running.smtpPort, login, { subject: 'To the preview', text: 'x' })
  expect((await run('latest', '--inbox', name)).stdout).toContain('To the preview')
  expect((await run('latest', '--inbox', 'main')).code).toBe(4)
  expect((await run('inboxes')).stdout).toMatch(/^preview-318  1 message, 1 unread, ends 2/m)
  const rotated = await run('inboxes', 'rotate', name, '--grace', '1')
  expect(JSON.parse(rotated.stdout)).toMatchObject({ username })
  expect(await run('inboxes', 'credentials', name)).toEqual(rotated)
  expect(await run('inboxes', 'end', name)).toMatchObject({ code: 0, stdout: `${name}\n` })
  expect(await run('inboxes', 'credentials', name)).toMatchObject({ code: 1, stdout: '' })
}, 60_000)

test('webhooks are listed, tested, and sent again what failed', async () => {
  const { run, api, team } = await startCommands(['webhooks:manage'])
  await api.must(createWebhook, {
    params: { team: String(team.id) },
    body: { name: 'Builds', url: 'http://192.0.2.1/hook', events: ['mail.received'] },
  })
  expect((await run('webhooks')).stdout).toBe('Builds  on, standard, no answer\n')
  const tested = await run('webhooks', 'test', 'Builds')
  expect(tested).toMatchObject({ code: 5, stdout: expect.stringContaining('is not asked') })
  expect(await run('webhooks', 'replay', 'Builds')).toMatchObject({ code: 0, stdout: '0\n' })
  expect(await run('webhooks', 'test', 'x')).toMatchObject({ code: 1, stdout: '' })
}, 60_000)

test('what is written wrongly is exit code 2, before anything is asked', async () => {
  const { run } = await startCommands()
  const wrong = [
    [],
    ['wiat'],
    ['wait'],
    ['wait', '--to', ''],
    ['wait', '--to', 'a', '--timeout', 'x'],
    ['wait', '--to', 'a', '--link', '('],
    ['send'],
    ['inboxes', 'make', 'x'],
    ['inboxes', 'create'],
    ['inboxes', 'create', 'x', '--expires-in', 'soon'],
    ['inboxes', 'end', 'x', '--grace', '1'],
    ['webhooks', 'make', 'x'],
    ['webhooks', 'test'],
    ['marker', '--nonsense'],
    ['marker', 'now'],
    ['latest', '--code'],
    ['send', 'one.eml', 'two.eml'],
    ['check', '--fail-on', 'all'],
    ['check', '--format', 'xml'],
    ['wait', '--to', 'a', '--ignore', 'size'],
  ]
  for (const args of wrong) {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/\S/) })
  }
  expect((await run('wiat')).stderr).toMatch(/^There is no command wiat\./)
  expect((await run('latest', '--code')).stderr).toBe('latest takes no --code\n')
  expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('marker') })
})
