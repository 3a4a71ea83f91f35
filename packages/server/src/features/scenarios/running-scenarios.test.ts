import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { insertTeam } from '../../../test/support/store-rows.ts'
import { strictEvents } from '../../../test/support/strict-events.ts'
import { createRunningScenarios } from './running-scenarios.ts'
import { putRunning, removeRunning, type RunningRow } from './scenario-store.ts'

describeEachDatabase('runs of scenarios', (open) => {
  test('are named when they end: switched off, replaced, or because their time is over', async () => {
    const db = await open()
    const { teamId } = await insertTeam(db, 'ann')
    let time = 1
    const ended: string[] = []
    const running = createRunningScenarios({
      db,
      events: strictEvents(),
      now: () => time,
      readySteps: () => [],
      ended: (run) => ended.push(run),
      onError: () => expect.unreachable(),
    })
    const base = { team_id: teamId, inbox_id: 1, scenario_id: null, name: 'own', steps: '[]' }
    const times = { seed: '', started_at: 1, ends_at: 10 }
    const put = async (run: string): Promise<RunningRow> => {
      const row = { ...base, ...times, run }
      await db.transaction((tx) => putRunning(tx, row))
      await running.reload(teamId)
      return row
    }
    const off = await put('first')
    expect(ended).toEqual([])
    await db.transaction((tx) => removeRunning(tx, off))
    await running.reload()
    expect(ended).toEqual(['first'])
    await put('second')
    await put('third')
    await running.reload()
    expect(ended).toEqual(['first', 'second'])
    running.removeEnded()
    expect(running.in(teamId, 1)).toMatchObject({ run: 'third' })
    time = 10
    running.removeEnded()
    expect(running.in(teamId, 1)).toBeNull()
    expect(ended).toEqual(['first', 'second', 'third'])
  })
})
