import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { insertRule, insertTeam, mailBatch, newUser } from '../../../../test/support/store-rows.ts'
import type { CaughtTraits } from '../../../db/mail/caught-mail.ts'
import { isRowRefused } from '../../../db/store-faults.ts'
import { recipientCharacters } from '../rules/rule-patterns.ts'

const at = 1_700_000_000_000
const source = () => new Uint8Array([1])

describeEachDatabase('the deliveries of a mail', (open) => {
  async function setUp() {
    const db = await open()
    const { userId, teamId } = await insertTeam(db, 'ann')
    async function receive(traits: Partial<CaughtTraits> = {}, team = teamId) {
      const [id = 0] = await db.nextIds('mails', 1)
      const mail = {
        mail_id: id,
        team_id: team,
        inbox_id: 1,
        at,
        sender: 'app@rocket.test',
        recipients: ['you@customer.test'],
        subject: 'Hello',
        follows_rules: true,
        ...traits,
      }
      await db.write([...mailBatch(id, team, source()), { caught: [mail] }])
      return id
    }
    const deliveries = () =>
      db.sql.selectFrom('rule_deliveries').select(['rule_id', 'mail_id']).orderBy('id').execute()
    return { db, userId, teamId, receive, deliveries }
  }

  test('are those of the rules that match, of its own team and inbox alone', async () => {
    const { db, teamId, receive, deliveries } = await setUp()
    const other = await insertTeam(db, 'bob')
    const all = await insertRule(db, teamId, 'a@x.test')
    const some = await insertRule(db, teamId, 'b@x.test', {
      subject_pattern: 'hel*',
      to_pattern: '*@customer.*',
    })
    await insertRule(db, teamId, 'c@x.test', { from_pattern: '*@moon.test' })
    const theirs = await insertRule(db, other.teamId, 'd@x.test')
    const ofInbox = await insertRule(db, teamId, 'e@x.test', { inbox_id: 2 })
    const first = await receive()
    const second = await receive({ subject: 'Bye' })
    const third = await receive({}, other.teamId)
    const fourth = await receive({ inbox_id: 2, subject: 'Bye' })
    expect(await deliveries()).toEqual([
      { rule_id: all, mail_id: first },
      { rule_id: some, mail_id: first },
      { rule_id: all, mail_id: second },
      { rule_id: theirs, mail_id: third },
      { rule_id: all, mail_id: fourth },
      { rule_id: ofInbox, mail_id: fourth },
    ])
    expect(await db.sql.selectFrom('rule_deliveries').selectAll().executeTakeFirst()).toMatchObject(
      {
        state: 'queued',
        created_at: at,
        due_at: at,
        attempts: 0,
        claim: null,
      },
    )
  })

  test('are those of rules that match a recipient within the bound, several with one pattern', async () => {
    const { db, teamId, receive, deliveries } = await setUp()
    const last = { to_pattern: '*last@*' }
    const rules = [
      await insertRule(db, teamId, 'a@x.test', last),
      await insertRule(db, teamId, 'b@x.test', last),
    ]
    await insertRule(db, teamId, 'c@x.test', { ...last, subject_pattern: 'bye' })
    const many = Array.from({ length: recipientCharacters / 256 - 1 }, (_, at) =>
      `${at}@b.c`.padStart(256, 'x'),
    )
    const mail_id = await receive({ recipients: [...many, ...many, 'last@b.c'] })
    await receive({ recipients: [...many, 'x'.repeat(256), 'last@b.c'] })
    expect(await deliveries()).toEqual(rules.map((rule_id) => ({ rule_id, mail_id })))
  })

  test('are none of a rule that was disabled or deleted before', async () => {
    const { db, teamId, receive, deliveries } = await setUp()
    const kept = await insertRule(db, teamId, 'a@x.test')
    const off = await insertRule(db, teamId, 'b@x.test')
    const gone = await insertRule(db, teamId, 'c@x.test')
    await receive()
    expect(await deliveries()).toHaveLength(3)
    await db.sql
      .updateTable('forwarding_rules')
      .set({ disabled_at: at })
      .where('id', '=', off)
      .execute()
    await db.sql.deleteFrom('forwarding_rules').where('id', '=', gone).execute()
    const mail = await receive()
    expect((await deliveries()).filter(({ mail_id }) => mail_id === mail)).toEqual([
      { rule_id: kept, mail_id: mail },
    ])
  })

  test('need the consent of the address, or that it is a verified member’s', async () => {
    const { db, userId, teamId, receive, deliveries } = await setUp()
    const { email } = newUser('ann')
    const rule = await insertRule(db, teamId, email, { confirmed_at: null })
    await insertRule(db, teamId, 'stranger@x.test', { confirmed_at: null })
    const setVerified = (time: number | null) =>
      db.sql
        .updateTable('users')
        .set({ email_verified_at: time })
        .where('id', '=', userId)
        .execute()
    await setVerified(at)
    const mail = await receive()
    expect(await deliveries()).toEqual([{ rule_id: rule, mail_id: mail }])
    await setVerified(null)
    await receive()
    await setVerified(at)
    await db.sql.deleteFrom('team_members').where('user_id', '=', userId).execute()
    await receive()
    expect(await deliveries()).toHaveLength(1)
  })

  test('are kept if and only if the mail is', async () => {
    const { db, teamId, deliveries } = await setUp()
    await insertRule(db, teamId, 'a@x.test')
    const [id = 0] = await db.nextIds('mails', 1)
    const place = { mail_id: id, team_id: teamId, inbox_id: 1 }
    const mail = { ...place, at, sender: '', recipients: [], subject: '', follows_rules: true }
    const batch = [...mailBatch(id, teamId, source()), { caught: [mail] }]
    const impossible = {
      insert: 'mails_to_index' as const,
      rows: [{ mail_id: -1 }, { mail_id: -1 }],
    }
    await expect(db.write([...batch, impossible])).rejects.toSatisfy(isRowRefused)
    expect(await deliveries()).toEqual([])
    expect(await db.sql.selectFrom('mails').select('id').execute()).toEqual([])
  })
})
