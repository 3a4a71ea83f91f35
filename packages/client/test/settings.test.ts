import { expect, test } from 'vitest'
import { createMailstop } from '../src/index.ts'
import { startTeam } from './team-on.ts'

test('without a token, the error names the variable that has to be set', async () => {
  const { url } = await startTeam()
  await expect(createMailstop({ url }).marker()).rejects.toMatchObject({
    code: 'signed_out',
    status: 401,
    message: `Mailstop at ${url}/ needs an API token: set MAILSTOP_TOKEN. Make one under Integrations › API tokens.`,
  })
})

test('a URL without its scheme is refused at once', () => {
  for (const url of ['mailstop.example', 'mailstop:8025', 'http://']) {
    expect(() => createMailstop({ url })).toThrow(`Mailstop cannot be at "${url}"`)
  }
})
