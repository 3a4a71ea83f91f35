import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../../test/support/databases.ts'
import { mailInbox } from '../../../../../test/clients/mail-inbox.ts'
import { selectMails } from '../mail-selection.ts'
import { searchMails } from '../search-store.ts'

const pairs = [
  ['Straße', 'strasse', 'STRASSE', 'straße'],
  ['Łódź', 'lodz', 'łódź'],
  ['Ørsted', 'orsted', 'ørst'],
  ['Đorđe', 'dorde', 'đor'],
  ['Æther cœur', 'aether', 'coeur', '"æther coeur"'],
  ['Pass\u00adwort', 'passwort', 'pass\u00adwort', 'pass\u200bwo'],
  ['in\u200bvi\u2060si\ufeffble', 'invisible', 'subject:invis'],
]

describeEachDatabase('a word', (open) => {
  test('is found however people write its letters, and without what is invisible in it', async () => {
    const db = await open()
    const { receive, teamId } = await mailInbox(db)
    const ids = await receive(...pairs.map(([subject = '']) => subject))
    await db.wordsSettled()
    const found = async (q: string) => {
      const selection = selectMails({ filter: 'all', q }, 0)
      const search = 'search' in selection ? selection.search : null
      return search ? searchMails({ ...db, teamId }, search, { limit: 10 }) : []
    }
    for (const [at, [, ...asked]] of pairs.entries()) {
      for (const q of asked) expect(await found(q), q).toEqual([ids[at]])
    }
  })
})
