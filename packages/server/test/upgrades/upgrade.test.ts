import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPin, getProfile, listMails, login } from '@mailstop/contract'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createApiClient } from '../api-client.ts'
import { sendMail } from '../send-mail.ts'
import { unpackDataFolder } from './data-folder.ts'
import { readStored } from './read-stored.ts'

const minute = 60_000

/** This version on a data folder that another one left, a minute later. */
async function upgrade(name: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-upgrade-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const stored = await unpackDataFolder(name, dataDir)
  const loaded = loadConfig({
    HTTP_PORT: '0',
    SMTP_PORTS: '0',
    DATA_DIR: dataDir,
    MAIL_URL: 'smtp://127.0.0.1:1',
  })
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  const now = () => stored.at + minute
  const app = await createApp(loaded, { log: pino({ level: 'silent' }), now })
  onTestFinished(() => app.stop())
  const { publicUrl, smtpPorts } = await app.start()
  return { stored, origin: publicUrl.origin, smtpPort: smtpPorts[0]?.port ?? 0 }
}

test.each(['0.1.0', 'commit-5b8b7e1'])(
  'the data folder of version %s opens with all that it held',
  async (name) => {
    const { stored, origin, smtpPort } = await upgrade(name)
    const { at, email, password, cookies, ...shown } = stored
    expect(at).toBeGreaterThan(0)

    // The browser that was logged in still is.
    const browser = createApiClient(origin)
    for (const [cookie, value] of cookies) browser.cookies.set(cookie, value)
    expect((await browser.must(getProfile, {})).data.email).toBe(email)
    expect(await readStored(browser)).toEqual(shown)

    const again = createApiClient(origin)
    await again.must(login, { body: { email, password } })
    expect(await readStored(again)).toEqual(shown)

    const params = { team: String(shown.team.id) }
    const found = async (q: string) =>
      (await again.must(listMails, { params, query: { q } })).data.map(({ subject }) => subject)
    expect(await found('zebra')).toEqual(['Quarterly numbers'])
    expect(await found('euros is:flagged')).toEqual(['Invoice 7'])
    expect(await found('to:person59@customer.test')).toEqual(['To many'])
    expect(await found('has:attachment is:read')).toEqual(['With a file'])

    await again.must(createPin, { params, body: { type: 'q', query: 'later' } })
    await sendMail(smtpPort, shown.team, { subject: 'Later than the upgrade', text: 'x' })
    expect(await found('later')).toEqual(['Later than the upgrade'])
  },
)
