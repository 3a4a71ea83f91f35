import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { insertTeam } from '../../../test/support/store-rows.ts'
import { packDialogue, withFinalReply } from '../../db/mail/packed-dialogue.ts'
import { insertSessions, sessionsOf } from './smtp-session-store.ts'

describeEachDatabase('a text', (open) => {
  test('finds sessions that failed without regard to case in ASCII, and nothing by a pattern', async () => {
    const db = await open()
    const { teamId } = await insertTeam(db, 'ann')
    const dialogue = withFinalReply(packDialogue({ transcript: '', times: [] }), 0)
    const row = {
      team_id: teamId,
      at: 1,
      failure: 'wrong_password' as const,
      login: 'ÖMER',
      remote_address: '::1',
      reply: '535 No',
      dialogue,
      mail_id: null,
      inbox_id: null,
      scenario: null,
      is_stranger: 0,
    }
    await db.transaction((tx) => insertSessions(tx, [row]))
    const found = async (query: string) => (await sessionsOf(db.sql, teamId, { query })).length
    expect(await Promise.all(['ÖMER', 'Ömer', 'nO', 'ömer', '5%o', '5_5'].map(found))).toEqual([
      1, 1, 1, 0, 0, 0,
    ])
  })
})
