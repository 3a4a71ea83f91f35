import { checkSpam, getOutgoingChecks, listMails } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { sendMail } from '../clients/send-mail.ts'
import { startApp } from '../support/harness.ts'
import { startRspamd, startSpamd } from './spam-engines.ts'

/** Every filter takes it for spam (https://spamassassin.apache.org/gtube/). */
const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

const receipt = {
  from: 'Rocket Shop <orders@rocket.example>',
  to: 'Ada <ada@example.test>',
  subject: 'Your receipt 4711',
  text: 'Hello Ada,\n\nthank you for your order. You paid 12.00 EUR for a model rocket.\n\nRocket Shop\n',
}

test.each([
  // Rspamd misses the name of the client, which is not kept: 2.5 of the points of the receipt.
  { name: 'SpamAssassin', startEngine: startSpamd, spamFrom: 1_000, receiptBelow: 2, threshold: 5 },
  { name: 'Rspamd', startEngine: startRspamd, spamFrom: 15, receiptBelow: 5, threshold: 15 },
])(
  '$name takes the test mail of all filters for spam, and a receipt for none',
  async ({ startEngine, spamFrom, receiptBelow, threshold }) => {
    const running = await startApp({ SPAM_CHECK_URL: await startEngine(), SPAM_CHECK: 'open' })
    const { api, team } = await running.signIn('ada')
    expect((await api.must(getOutgoingChecks, {})).data.spam_check).toBe('open')
    const scoreOf = async (mail: typeof receipt) => {
      await sendMail(running.smtpPort, team, mail)
      const { data: mails } = await api.must(listMails, { params: { team: String(team.id) } })
      const params = { team: String(team.id), mail: String(mails[0]?.id) }
      return (await api.must(checkSpam, { params })).data
    }
    const good = await scoreOf(receipt)
    expect(good.score).toBeLessThan(receiptBelow)
    expect(good.threshold).toBe(threshold)
    expect(good.rules.length).toBeGreaterThan(0)
    const bad = await scoreOf({ ...receipt, text: `${gtube}\n` })
    expect(bad.score).toBeGreaterThanOrEqual(spamFrom)
    expect(bad.rules.map(({ name }) => name)).toContain('GTUBE')
  },
  120_000,
)
