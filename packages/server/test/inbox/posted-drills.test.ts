import { createToken, endDrill, startDrill, type LabStep } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'

async function drillOf(steps: LabStep[], environment: Record<string, string> = {}) {
  const running = await startApp(environment)
  const { api, team } = await running.signIn('ada')
  const params = { team: String(team.id) }
  const { data: made } = await api.must(createToken, {
    params,
    body: { name: 'CI', scopes: ['mail:send'] },
  })
  const post = async (subject: string) => {
    const { status } = await fetch(`${running.origin}/api/teams/current/mails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'a@b.test', to: ['c@d.test'], subject, text: subject }),
    })
    return status
  }
  const begin = async () => {
    const body = { scenario: 'own', steps, seconds: 600, watch_seconds: 0 }
    const { data } = await api.must(startDrill, { params, body })
    return async () =>
      (await api.must(endDrill, { params: { ...params, drill: String(data.id) } })).data.report
  }
  return { post, begin }
}

test('posted mail that no step may discard is no duplicate in the report of a drill', async () => {
  const { post, begin } = await drillOf([{ at: 'end', do: { accept: 'discard' } }])
  const end = await begin()
  expect([await post('First'), await post('Second')]).toEqual([201, 201])
  expect((await end()).sentence).toMatch(/^0 of 2 lost, 0 doubled/)
})

test('posted mail that is not stored leaves nothing open behind a silent scenario', async () => {
  const { post, begin } = await drillOf([{ at: 'end', do: { silence: true } }], {
    TEAM_MAX_MAILS: '1',
  })
  expect(await post('The only one')).toBe(201)
  const end = await begin()
  expect([await post('First'), await post('Second')]).toEqual([409, 409])
  expect((await end()).left_open).toBe(0)
})
