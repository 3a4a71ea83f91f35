import { expect, test } from 'vitest'
import { describeAlike } from '../../../../test/support/databases.ts'
import { unboundedRoom } from '../../../../test/clients/shares.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { unavailable } from '../../../errors.ts'
import { fileHeaders } from '../../../http/files/file-headers.ts'
import type { FileRoom } from '../../../http/route.ts'
import { createSigner } from '../../../lib/secrets/signed-link.ts'
import { createArchive } from '../../archive/archive.ts'
import { createIntake } from '../catch/mail-intake.ts'
import { createMailFiles } from './mail-files.ts'
import { mailsOn } from '../../../../test/support/mails-on.ts'

const source = Buffer.from(
  'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi\r\n--b\r\n' +
    'Content-Type: text/plain; name=a.txt; charset=latin1\r\n\r\ngr\xfc\xdfe\r\n--b--\r\n',
  'latin1',
)

describeAlike('the files of a mail', (openDatabase) => {
  async function setUp() {
    const { deps, asker } = await mailInbox(await openDatabase())
    const mails = mailsOn(deps)
    const signer = createSigner(new Uint8Array(32), deps.now)
    const { receive } = createIntake(deps)
    const files = createMailFiles({ mails, signer, publicUrl: new URL('http://localhost') })
    const archive = createArchive({
      ...deps,
      publicUrl: new URL('http://localhost'),
      mails,
      receive,
      signer,
      maxMailBytes: 1_000_000,
    })
    const { id } = await receive({
      teamId: asker.teamId,
      envelope: { from: '', to: ['you@customer.test'] },
      source: new Uint8Array(source),
      receivedAt: deps.now(),
    })
    const opening =
      ({ open }: Pick<typeof files, 'open'>) =>
      (link: string, room: FileRoom) =>
        open(link.slice(link.lastIndexOf('/') + 1), { actor: asker.actor, ...room })
    const [openFile, openArchive] = [opening(files), opening(archive)]
    const opened = async (path: string) => fileHeaders(await openFile(path, unboundedRoom))
    const links = [
      { open: openFile, link: await files.link(asker, id, 'source'), room: source.length },
      { open: openFile, link: await files.attachmentLink(asker, id, '1'), room: source.length },
      {
        open: openFile,
        link: await files.attachmentLink(asker, id, '1', 'download'),
        room: source.length,
      },
      // Room for what the archive adds for its one file as well.
      { open: openFile, link: await files.link(asker, id, 'zip'), room: source.length + 1_024 },
      { open: openArchive, link: await archive.mailLink(asker, id), room: source.length },
      // Room for its mails is asked for one by one, as they are sent.
      { open: openArchive, link: await archive.mailsLink(asker, { filter: 'all' }), room: null },
    ]
    return { links, opened }
  }

  test('name the charset that a text was sent in, and are not sniffed', async () => {
    const { links, opened } = await setUp()
    expect(await opened(links[1]?.link ?? '')).toMatchObject({
      'content-type': 'text/plain; charset=iso-8859-1',
      'content-disposition': 'inline; filename=a.txt',
      'x-content-type-options': 'nosniff',
    })
  })

  test('are downloaded when that is asked for, one by one or all in one archive', async () => {
    const { links, opened } = await setUp()
    expect(await opened(links[2]?.link ?? '')).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename=a.txt',
    })
    expect(await opened(links[3]?.link ?? '')).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename=mail-\d+-attachments.zip$/,
      ),
    })
  })

  test('have room in memory before they are read, or are refused', async () => {
    for (const { open, link, room } of (await setUp()).links) {
      const held: number[] = []
      let slots = 0
      const hold = async (bytes: number) => {
        held.push(bytes)
        return () => {}
      }
      const holdSlot = async () => void (slots += 1)
      await open(link, { hold, holdSlot })
      expect([held, slots]).toEqual(room === null ? [[], 1] : [[room], 0])
      const refuse = async () => {
        throw unavailable()
      }
      const full = { hold: refuse, holdSlot: refuse }
      await expect(open(link, full)).rejects.toMatchObject({
        code: 'unavailable',
      })
    }
  })
})
