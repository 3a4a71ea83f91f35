import { expect } from '@playwright/test'
import { test } from './mailbox.ts'
import { mailPrograms } from './programs.ts'

const modeTexts = { plain: 'without TLS', starttls: 'with STARTTLS', tls: 'with TLS at once' }

for (const [name, program] of Object.entries(mailPrograms)) {
  for (const mode of program.modes) {
    test(`what ${name} sends ${modeTexts[mode]} arrives byte for byte`, async ({
      mailbox,
      product,
    }) => {
      const { username, password, server } = mailbox.credentials
      const subject = `${name.replaceAll(/[^A-Za-z]/g, ' ')} ${modeTexts[mode]}`
      const sent = await program.send({
        host: server,
        port: { plain: product.smtpPort, starttls: product.starttlsPort, tls: product.smtpsPort }[
          mode
        ],
        mode,
        username,
        password,
        sender: 'shop@sender.test',
        recipient: 'someone@recipient.test',
        subject,
      })
      const source = await mailbox.sourceOf(subject)
      expect(source?.toString('latin1')).toBe(sent.toString('latin1'))
    })
  }
}
