import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { listMails, login } from '@mailstop/contract'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { createEvents } from '../../src/events.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { newPostgres } from '../support/databases.ts'
import { insertVerifiedTeam } from '../support/factories.ts'
import { signUpPassword, startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'
import { startSilentProxy } from '../clients/silent-proxy.ts'
import { password, startSmtp, username } from '../clients/smtp-harness.ts'

async function proxied() {
  const url = await newPostgres()
  return startSilentProxy(url)
}

const anyTeam = { smtp_username: username, smtp_password: password }

test('while Postgres is silent mail is refused in time, and caught again without a restart', async () => {
  const proxy = await proxied()
  const db = await openDatabase({
    dataDir: tmpdir(),
    databaseUrl: proxy.url,
    log: pino({ level: 'silent' }),
    answerMs: { connecting: 2_000, ingest: 1_000 },
  })
  onTestFinished(() => db.close())
  const teamId = await insertVerifiedTeam(db, 1)
  const intake = createIntake({ db, events: createEvents(() => {}) })
  const { smtp, port } = await startSmtp({
    receive: (mail) => intake.receive({ ...mail, teamId }),
  })
  onTestFinished(() => smtp.stop())
  const send = () => sendMail(port, anyTeam, { text: 'x' })
  await send()
  proxy.silence()
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  proxy.heal()
  await send()
  expect(await db.sql.selectFrom('mails').select('id').execute()).toHaveLength(2)
})

test('while Postgres is away the product says that it is not available, and goes on afterwards', async () => {
  const proxy = await proxied()
  const lines: { level: number; msg: string }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
  const env = { DATABASE_URL: proxy.url, APP_KEY: randomBytes(32).toString('base64') }
  const { smtpPort, client, signUp } = await startApp(env, { log: pino({}, { write }) })
  const { api, team } = await signUp()
  const ask = {
    mails: () => api.call(listMails, { params: { team: String(team.id) }, query: {} }),
    login: () =>
      client().call(login, { body: { email: 'ada@example.test', password: signUpPassword } }),
  }
  await sendMail(smtpPort, team, { text: 'x' })

  await proxy.goAway()
  const unavailable = { status: 503, error: { code: 'unavailable' } }
  expect(await ask.mails()).toMatchObject(unavailable)
  expect(await ask.login()).toMatchObject(unavailable)
  const refused = sendMail(smtpPort, team, { text: 'x' })
  await expect(refused).rejects.toMatchObject({ responseCode: 451 })

  await proxy.comeBack()
  expect(await ask.mails()).toMatchObject({ ok: true })
  expect(await ask.login()).toMatchObject({ ok: true })
  await sendMail(smtpPort, team, { text: 'x' })
  const failures = lines.filter(({ level }) => level >= 50).map(({ msg }) => msg)
  expect(failures).not.toContain('request failed')
})

test('a process is not ready while Postgres is away, lives on, and is ready again afterwards', async () => {
  const proxy = await proxied()
  const { origin } = await startApp({
    DATABASE_URL: proxy.url,
    APP_KEY: randomBytes(32).toString('base64'),
  })
  const ready = async () => {
    const answer = await fetch(new URL('/readyz', origin))
    return { code: answer.status, body: await answer.json() }
  }
  const until = async (code: number) => {
    for (;;) {
      const answer = await ready()
      if (answer.code === code) return answer.body
    }
  }
  expect(await ready()).toMatchObject({ code: 200, body: { status: 'ok' } })
  await proxy.goAway()
  expect(await until(503)).toMatchObject({ status: 'unavailable', checks: ['store'] })
  expect((await fetch(new URL('/livez', origin))).status).toBe(200)
  await proxy.comeBack()
  await until(200)
})
