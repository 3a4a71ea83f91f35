import { expect, test } from 'vitest'
import { startCommands } from './commands-on.ts'

test('each command prints its value and nothing else', async () => {
  const { run, send, url, mailstop } = await startCommands()
  const marker = await run('marker')
  expect(marker).toMatchObject({ code: 0, stdout: expect.stringMatching(/^r\w+\n$/), stderr: '' })
  const html = '<p>Your sign-in code is <b>730418</b></p><a href="https://app.test/go">Go</a>'
  await send({
    to: 'ada@customer.test',
    subject: 'Sign in',
    text: 'Your sign-in code is 730418',
    html,
  })
  const which = ['--to', 'ada@customer.test', '--after', marker.stdout.trim()]
  const printed = (stdout: string) => ({ code: 0, stdout, stderr: '' })
  expect(await run('wait', ...which, '--code')).toEqual(printed('730418\n'))
  expect(await run('wait', '--link', ...which)).toEqual(printed('https://app.test/go\n'))
  expect(await run('wait', ...which, '--link', '/GO$/i')).toEqual(printed('https://app.test/go\n'))
  expect((await run('wait', ...which, '--text')).stdout.trim()).toBe('Your sign-in code is 730418')
  const latest = await run('latest', '--subject', 'sign in')
  const { id, subject } = JSON.parse(latest.stdout) as { id: number; subject: string }
  expect(subject).toBe('Sign in')
  expect(await run('open')).toEqual(
    printed(`${url}/inbox/${id}?team=${(await mailstop.token()).team.id}\n`),
  )
})
