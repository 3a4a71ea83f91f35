import { expect, test } from 'vitest'
import { mailMatchers } from '../src/runners/matchers.ts'
import { startTeam } from './team-on.ts'

expect.extend(mailMatchers)

test('a drill reports what was lost and what came twice', async () => {
  const { mailstop, send } = await startTeam({}, ['mail:read', 'inbox:manage'])
  const drill = await mailstop.drill(
    [{ at: 'end', when: { recipient: 'late@*' }, do: { reply: { code: 451, text: 'Later' } } }],
    { seconds: 60, watchSeconds: 0 },
  )
  await expect(send({ to: 'late@b.test', subject: 'Hello' })).rejects.toThrow('451 Later')
  await send({ to: 'ada@b.test' })
  expect(await drill.soFar()).toMatchObject({ offered: 2, lost: 1, at_once: 1 })
  const report = await drill.end()
  expect(await drill.report()).toEqual(report)
  expect(mailMatchers.toHaveLost(report, 1).pass).toBe(true)
  expect(mailMatchers.toHaveDoubled(report, 0).pass).toBe(true)
  expect(mailMatchers.toHaveLost(report, 0).message()).toContain('lost: "Hello" to late@b.test')
  expect(await drill.text('markdown')).toContain('| Lost | 1 |')
  expect(await drill.text('junit')).toContain('<testsuite name="drill-')
}, 60_000)
