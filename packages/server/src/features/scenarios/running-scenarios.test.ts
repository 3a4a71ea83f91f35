import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { insertTeam } from '../../../test/support/store-rows.ts'
import { strictEvents } from '../../../test/support/strict-events.ts'
import { createRunningScenarios } from './running-scenarios.ts'
import { putRunning, removeRunning } from './scenario-store.ts'

describeEachDatabase('runs of scenarios', (open) => {
  test('are known until they end: switched off, replaced, or because their time is over', async () => {
    const db = await open()
    const { teamId } = await insertTeam(db, 'ann')
    let time = 1
    const running = createRunningScenarios({
      db,
      events: strictEvents(),
      now: () => time,
      readySteps: () => [],
      onError: () => expect.unreachable(),
    })
    const base = { team_id: teamId, inbox_id: 1, scenario_id: null, name: 'own', steps: '[]' }
    const row = { ...base, seed: '', started_at: 1, ends_at: 10, run: 'first' }
    await db.transaction((tx) => putRunning(tx, row))
    await running.reload(teamId)
    expect(running.in(teamId, 1)).toMatchObject({ run: 'first' })
    await db.transaction((tx) => removeRunning(tx, row))
    await running.reload()
    expect(running.in(teamId, 1)).toBeNull()
    await db.transaction((tx) => putRunning(tx, { ...row, run: 'second' }))
    await db.transaction((tx) => putRunning(tx, { ...row, run: 'third' }))
    await running.reload()
    running.removeEnded()
    expect(running.in(teamId, 1)).toMatchObject({ run: 'third' })
    time = 10
    running.removeEnded()
    expect(running.in(teamId, 1)).toBeNull()
  })
})
