import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApp } from '../../server/test/support/harness.ts'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { blockOf, blocksOf, documents } from '../../../scripts/lib/document-blocks.mjs'
import { pastedBy, unpasted } from './pasted-blocks.ts'
import { newFolder } from '../../server/test/support/new-folder.ts'

test('each block of the documents is pasted by a test, or listed with why it cannot be', () => {
  const listed = [...Object.values(pastedBy), ...Object.values(unpasted)].flat()
  const blocks = documents.flatMap(blocksOf).map(({ file, text }) => `${file}: ${text}\n`)
  const isListed = (block: string) => listed.some((beginning) => block.startsWith(beginning))
  expect(blocks.filter((block) => !isListed(block))).toEqual([])
  const isThere = (beginning: string) => blocks.some((block) => block.startsWith(beginning))
  expect(listed.filter((beginning) => !isThere(beginning))).toEqual([])
})

test.each([
  ['docs/guides/from-mailhog.md', 'http://localhost:8025'],
  ['docs/guides/from-mailcatcher.md', 'http://localhost:1080'],
])(
  'the lines that fetch mail from another tool fetch it from its API, which an open inbox has too: %s',
  async (guide, url) => {
    const { origin, smtpPort } = await startApp({}, { mode: 'open' })
    await sendMail(smtpPort, { smtp_username: 'a', smtp_password: 'b' }, { subject: 'Kept' })
    const folder = newFolder()
    const script = blockOf(guide, 'mkdir mail').replaceAll(url, origin)
    await promisify(execFile)('bash', ['-euc', script], { cwd: folder })
    const [file = ''] = await readdir(join(folder, 'mail'))
    expect(await readFile(join(folder, 'mail', file), 'utf8')).toContain('Subject: Kept')
  },
  60_000,
)
