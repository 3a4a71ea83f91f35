import type { Inspection } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { DamagedSource } from '../../db/mail/packing.ts'
import { unavailable } from '../../errors.ts'
import { findJudged } from '../mails/find/waited-mail-store.ts'
import { mailsOn } from '../../../test/support/mails-on.ts'
import { createInspection } from './inspection.ts'

describeAlike('the check of all mail', (open) => {
  test('runs where guards ask for it, and gives no verdict where the server is too busy or the mail is damaged', async () => {
    const { deps, teamId, receive } = await mailInbox(await open())
    const ids = await receive('one', 'two', 'three', 'four')
    let asked = 0
    let needed = false
    const { judge } = createInspection({
      ...deps,
      mails: mailsOn(deps),
      inspector: {
        async inspect() {
          asked += 1
          if (asked === 1) throw unavailable()
          if (asked === 2) throw new DamagedSource('It cannot be unpacked')
          return { verdict: 'pass' } as Inspection
        },
        mailClients: async () => [],
        checkHtml: async () => 'no_html',
        rest() {},
        async stop() {},
      },
      beginJudging: async () => {},
      asksForVerdicts: async () => needed,
    })
    const rows = await findJudged(deps.db.sql, teamId, ids)
    expect(await judge(teamId, rows, () => true)).toBe(null)
    needed = true
    const judgement = await judge(teamId, rows, () => asked < 3)
    expect(judgement).toEqual({
      marks: new Map([[rows[2]?.id, [{ key: 'check:pass' }]]]),
      judged: 3,
    })
  })
})
