import { limits } from '@mailstop/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { mailInbox } from '../../../test/mail-inbox.ts'
import { unavailable } from '../../errors.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import { createSigner } from '../../lib/signed-link.ts'
import { createViewer } from '../../mime/viewer.ts'
import { createArchive } from '../archive/archive.ts'
import { createIntake } from './mail-intake.ts'
import { createMailFiles } from './mail-files.ts'
import { createMails } from './mails.ts'

const source = Buffer.from(
  'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi\r\n--b\r\n' +
    'Content-Type: text/plain; name=a.txt; charset=latin1\r\n\r\ngr\xfc\xdfe\r\n--b--\r\n',
  'latin1',
)

describeEachDatabase('the files of a mail', (open) => {
  async function setUp() {
    const { deps, asker } = await mailInbox(await open())
    const log = pino({ level: 'silent' })
    const viewer = createViewer({ threads: 1, timeoutMs: 5_000, memoryMb: 128, log })
    const mails = createMails({ ...deps, viewer, forwardsOf: async () => [] })
    const signer = createSigner(new Uint8Array(32), deps.now)
    const { receive } = createIntake(deps)
    const files = createMailFiles({ mails, signer })
    const archive = createArchive({
      ...deps,
      mails,
      receive,
      signer,
      publish: () => {},
      maxMailBytes: 1_000_000,
    })
    const { id } = await receive({
      teamId: asker.teamId,
      envelope: { from: '', to: ['you@customer.test'] },
      source: new Uint8Array(source),
      receivedAt: deps.now(),
    })
    const request = (link: string, hold: (bytes: number) => void) => ({
      params: { token: link.slice(link.lastIndexOf('/') + 1) },
      caller: { userId: asker.userId, sessionId: '', verified: true },
      hold,
    })
    const opened = async (path: string) =>
      fileHeaders(await files.fileRoute.handle(request(path, () => {})))
    const links = [
      { ...files, link: await files.sourceLink(asker, id), room: source.length, request },
      { ...files, link: await files.attachmentLink(asker, id, '1'), room: source.length, request },
      { ...archive, link: await archive.mailLink(asker, id), room: source.length, request },
      {
        ...archive,
        link: await archive.mailsLink(asker, { filter: 'all' }),
        room: limits.mailBytes,
        request,
      },
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

  test('have room in memory before they are read, or are refused', async () => {
    for (const { fileRoute, link, room, request } of (await setUp()).links) {
      const held: number[] = []
      await fileRoute.handle(request(link, (bytes) => void held.push(bytes)))
      expect(held).toEqual([room])
      const full = () => {
        throw unavailable()
      }
      await expect(fileRoute.handle(request(link, full))).rejects.toMatchObject({
        code: 'unavailable',
      })
    }
  })
})
