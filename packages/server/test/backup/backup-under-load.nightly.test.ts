import { listMails } from '@mailstop/contract'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMboxSplitter } from '../../src/features/archive/mbox-splitter.ts'
import { runCommand } from '../command-line/run-command.ts'
import { logIn, signUp, startProduct } from '../durability/product-process.ts'
import { hashOf } from '../durability/sent-mails.ts'
import { startStream } from './stream.ts'
import { newFolder } from '../support/new-folder.ts'

/** `npm run test:backup` makes it 20,000 mails: what 20 seconds bring at 1,000 a second. */
// oxlint-disable-next-line node/no-process-env -- set by `npm run test:backup`
const mails = Number(process.env['BACKUP_MAILS'] ?? 300)
const mostSearched = 500

test(
  'every mail that was acknowledged before a backup began is in it, byte for byte, and is found',
  { timeout: 900_000 },
  async () => {
    const dataDir = newFolder()
    const product = await startProduct(dataDir)
    const { team } = await signUp(product)
    const began = performance.now()
    const stream = startStream(product.smtpPort, team, 16, 2_000)
    await stream.reached(mails)
    const rate = (stream.acknowledged.length / (performance.now() - began)) * 1_000
    const before = [...stream.acknowledged]
    const usual = stream.takeSlowest()

    const backupBegan = performance.now()
    let logBytes = 0
    const watching = setInterval(() => {
      const found = statSync(join(dataDir, 'mailstop.sqlite-wal'), { throwIfNoEntry: false })
      logBytes = Math.max(logBytes, found?.size ?? 0)
    }, 20)
    const archive = join(dataDir, 'backup.tar')
    const made = await runCommand(['backup', archive], { env: { DATA_DIR: dataDir } })
    clearInterval(watching)
    const seconds = (performance.now() - backupBegan) / 1_000
    const during = stream.acknowledged.length - before.length
    const slowest = stream.takeSlowest()
    await stream.end()
    expect(made).toMatchObject({ code: 0 })
    expect(stream.failures).toEqual([])
    process.stdout.write(
      `${before.length} mails at ${rate.toFixed(0)} a second; a backup of ${(statSync(archive).size / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
        `${(during / seconds).toFixed(0)} a second meanwhile; slowest mail ${usual.toFixed(0)} ms before, ${slowest.toFixed(0)} ms during; log at most ${(logBytes / 1e6).toFixed(0)} MB\n`,
    )

    const into = newFolder()
    const restored = await runCommand(['restore', archive, '--into', into])
    expect(restored).toMatchObject({ code: 0, error: '' })
    const env = { DATA_DIR: into }
    const exported = await runCommand(['export', String(team.id), '-'], { env })
    expect(exported.error).toBe('')
    const splitter = createMboxSplitter({ maxMailBytes: 1e9 })
    const kept = [...splitter.push(exported.output), ...splitter.end()]
    const hashes = new Set(kept.map(({ source }) => hashOf(source ?? '')))
    expect(before.filter(({ hash }) => !hashes.has(hash))).toEqual([])

    const second = await startProduct(into)
    const { api } = await logIn(second)
    const step = Math.ceil(before.length / mostSearched)
    const params = { team: String(team.id) }
    for (const { token } of before.filter((_, index) => index % step === 0)) {
      const { data } = await api.must(listMails, { params, query: { q: token } })
      expect(data).toMatchObject([{ subject: token }])
    }
  },
)
