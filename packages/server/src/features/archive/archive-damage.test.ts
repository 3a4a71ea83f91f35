import { expect, test } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { unboundedRoom } from '../../../test/clients/shares.ts'
import { createSigner } from '../../lib/secrets/signed-link.ts'
import { createIntake } from '../mails/catch/mail-intake.ts'
import { createArchive } from './archive.ts'
import { mailsOn } from '../../../test/support/mails-on.ts'

describeAlike('an export of damaged mail', (open) => {
  test('leaves out what cannot be read, names it at its end, and holds all the rest', async () => {
    const db = await open()
    const { deps, asker, receive } = await mailInbox(db)
    const signer = createSigner(new Uint8Array(32), deps.now)
    const mails = mailsOn({
      ...deps,
    })
    const { receive: intake } = createIntake(deps)
    const archive = createArchive({
      ...deps,
      publicUrl: new URL('http://localhost'),
      mails,
      receive: intake,
      maxMailBytes: 1e9,
      signer,
    })
    const published: unknown[] = []
    deps.events.on('shown', (frame) => published.push(frame))

    const subjects = ['first', 'no frame', 'cut off', 'other format', 'no bytes', 'last']
    const ids = await receive(...subjects)
    const write = (index: number, source: Buffer) =>
      db.sql
        .updateTable('mail_sources')
        .set({ source })
        .where('mail_id', '=', ids[index] ?? 0)
        .execute()
    await write(1, Buffer.from([1, 2, 3, 4]))
    await write(2, Buffer.from('\0From: ada'))
    await write(3, Buffer.from([9]))
    await db.sql
      .deleteFrom('mail_sources')
      .where('mail_id', '=', ids[4] ?? 0)
      .execute()

    const link = await archive.mailsLink(asker, { filter: 'all' })
    const token = link.slice(link.lastIndexOf('/') + 1)
    const file = await archive.open(token, { actor: asker.actor, ...unboundedRoom })
    const chunks: Uint8Array[] = []
    for await (const chunk of file.bytes as AsyncIterable<Uint8Array>) chunks.push(chunk)
    const mbox = Buffer.concat(chunks).toString()
    expect(mbox.match(/^Subject: .*$/gm)?.map((line) => line.trim())).toEqual([
      'Subject: first',
      'Subject: last',
      'Subject: 4 messages could not be exported',
    ])
    const at = new Date(deps.now()).toISOString()
    for (const index of [1, 2, 3, 4]) {
      expect(mbox).toContain(`\r\n${ids[index]}  ${at}  ${subjects[index]}\r\n`)
    }
    const left = { team_id: asker.teamId, user_id: asker.actor.userId, count: 4 }
    expect(published).toEqual([{ name: 'MailsLeftOut', event: left }])

    const all = await archive.exportAll(asker)
    let next = await all.next()
    while (!next.done) next = await all.next()
    expect(next.value).toMatchObject({
      count: 4,
      mails: [{ id: ids[1], subject: 'no frame' }, {}, {}, {}],
    })
  })
})
