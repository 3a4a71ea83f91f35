import { expect, test } from 'vitest'
import { requestBy } from '../../../test/support/actors.ts'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { forwardingOn } from '../../../test/support/forwarding-on.ts'
import { permit } from '../teams/team-access.ts'
import { createForwarding } from './forwarding.ts'
import { createMessageMaker } from './delivery/message-maker.ts'
import { mailsOn } from '../../../test/support/mails-on.ts'

describeEachDatabase('a mail forwarded by hand', (open) => {
  test('does not leave when the membership ends while the message is made', async () => {
    const { db, asker, receive, parts } = await forwardingOn(await open())
    const messages = createMessageMaker()
    const { forward } = createForwarding({
      ...parts,
      permit,
      outbox: parts.mailer,
      mails: mailsOn({
        ...parts,
        permit,
      }),
      caps: { address: 10, strangersPerUser: 10, strangersPerServer: 10 },
      messages: {
        async make(source, order) {
          const mail = await messages.make(source, order)
          await db.sql.deleteFrom('team_members').execute()
          return mail
        },
      },
    })
    const request = requestBy(asker.actor, asker.teamId, 'forward_mail')
    const forwarded = forward(request, await receive(), 'eve@evil.test')
    await expect(forwarded).rejects.toMatchObject({ code: 'not_found' })
    expect(await db.sql.selectFrom('mail_forwards').selectAll().execute()).toEqual([])
    expect(await db.sql.selectFrom('outbox').selectAll().execute()).toEqual([])
    await messages.stop()
  })
})
