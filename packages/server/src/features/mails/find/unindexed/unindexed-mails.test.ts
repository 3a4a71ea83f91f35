import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../../test/support/factories.ts'
import { mailInbox } from '../../../../../test/clients/mail-inbox.ts'
import { loseWords } from '../../../../../test/searching/stored-words.ts'
import { Refusal } from '../../../../errors.ts'
import type { MailSearch } from '../mail-condition.ts'
import { countFound, countUnreadFound, searchMails } from '../search-store.ts'

const red: MailSearch = { kind: 'words', words: { words: ['red'], prefix: false } }

const outcome = (asked: Promise<unknown>) =>
  asked.catch((error: unknown) => (error instanceof Refusal ? error.code : error))

describeEachDatabase('a search among mails that wait for their words', (open) => {
  test('compares the newest of them, and refuses what depends on older ones', async () => {
    const db = await open()
    const { teamId, receive, changes, asker } = await mailInbox(db)
    const subjects = Array.from({ length: 310 }, (_, at) => (at % 2 === 0 ? `red ${at}` : `${at}`))
    const ids = await receive(...subjects)
    await loseWords(db)
    const [later = 0] = await receive('red later')
    await changes.updateMany(asker, { ids: [later] }, { read: true })
    const scope = { ...db, teamId }
    const reds = [later, ...ids.filter((_, at) => at % 2 === 0).toReversed()]
    expect(await searchMails(scope, red, { limit: 3 })).toEqual(reds.slice(0, 3))
    expect(await searchMails(scope, red, { limit: 3, offset: 2 })).toEqual(reds.slice(2, 5))
    expect(await countFound(scope, red, { limit: 50 })).toBe(50)
    expect(await countUnreadFound(scope, red, { limit: 50 })).toBe(49)
    const [lowest = 0] = ids.slice(-100)
    const newer = { limit: 400, above: lowest - 1 }
    expect(await countFound(scope, red, newer)).toBe(51)
    expect(await countUnreadFound(scope, red, newer)).toBe(50)
    for (const find of [searchMails, countFound, countUnreadFound]) {
      expect(await outcome(find(scope, red, { limit: 400 }))).toBe('search_not_ready')
    }
    const other = await insertVerifiedTeam(db, 2)
    expect(await searchMails({ ...db, teamId: other }, red, { limit: 400 })).toEqual([])
  })
})
