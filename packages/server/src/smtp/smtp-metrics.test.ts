import { expect, onTestFinished, test } from 'vitest'
import { sendMail } from '../../test/clients/send-mail.ts'
import { password, startSmtp, username } from '../../test/clients/smtp-harness.ts'
import { countSmtp } from './smtp-metrics.ts'
import { createMeter } from '../lib/process/meter.ts'

test('the operator sees what was taken, what was not, and who was kept out', async () => {
  const { smtp, port } = await startSmtp({
    async receive({ envelope }) {
      if (envelope.from === 'full@rocket.test') throw new Error('The disk is full')
      return { id: 1 }
    },
  })
  onTestFinished(() => smtp.stop())
  const meter = await createMeter()
  const { registry } = meter
  countSmtp(meter, smtp.stats)
  expect(await registry.metrics()).toContain('mailstop_smtp_mails_total 0')

  const team = { smtp_username: username, smtp_password: password }
  const mail = { subject: 'Hello', text: 'Hi' }
  await sendMail(port, team, mail)
  await sendMail(port, team, mail)
  await expect(sendMail(port, team, { ...mail, from: 'full@rocket.test' })).rejects.toThrow(/45\d/)
  await expect(sendMail(port, { ...team, smtp_password: 'wrong' }, mail)).rejects.toThrow(/535/)

  const text = await registry.metrics()
  for (const line of [
    'mails_total 2',
    'mails_not_stored_total 1',
    'failed_auths_total 1',
    'connections_refused_total 0',
    'content_bytes 0',
  ]) {
    expect(text).toContain(`mailstop_smtp_${line}\n`)
  }
  expect(text).toMatch(/mailstop_smtp_mail_bytes_total [1-9]\d{2,3}\n/)
})
