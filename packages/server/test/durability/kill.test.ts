import { setTimeout as delay } from 'node:timers/promises'
import { getCounters, type MailSummary } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { listEveryMail, readSource } from './kept-mails.ts'
import { logIn, signUp, startProduct, temporaryDataDir } from './product-process.ts'
import { hashOf, sendUntilCutOff, type SentMail } from './sent-mails.ts'

const kills = 20
const connections = 10
/** Of each round, the mails whose bytes are compared: those accepted last are the most at risk. */
const comparedPerRound = 25

/** SIGKILL shows what the process owed to itself; only a power cut would show a missing fsync. */
test(
  'a mail that got its 250 is there, whole and once, however often the process is killed',
  { timeout: 600_000 },
  async () => {
    const dataDir = await temporaryDataDir()
    const rounds: SentMail[][] = []
    let team = (await signUpAndStop(dataDir)).team
    for (let kill = 0; kill < kills; kill += 1) {
      const product = await startProduct(dataDir)
      const sent: SentMail[] = []
      const { promise: underLoad, resolve: onAccepted } = Promise.withResolvers<void>()
      const senders = Array.from({ length: connections }, () =>
        sendUntilCutOff(product.smtpPort, team, sent, onAccepted),
      )
      await underLoad
      // The moment of the kill is the one thing here that must be left to chance.
      await delay(Math.random() * 400)
      product.signal('SIGKILL')
      expect((await product.exited).signal).toBe('SIGKILL')
      await Promise.all(senders)
      rounds.push(sent)
    }

    const product = await startProduct(dataDir)
    const signedIn = await logIn(product)
    team = signedIn.team
    const { api } = signedIn
    const listed = await listEveryMail(api, team)
    const sent = rounds.flat()
    const accepted = sent.filter(({ id }) => id !== null)

    const byId = new Map(listed.map((mail) => [mail.id, mail]))
    const lost = accepted.filter(({ id, token }) => byId.get(id as number)?.subject !== token)
    expect(lost).toEqual([])

    const sentByToken = new Map(sent.map((mail) => [mail.token, mail]))
    expect(new Set(listed.map(({ subject }) => subject)).size).toBe(listed.length)
    const notWhole = listed.filter(({ subject, size }) => sentByToken.get(subject)?.bytes !== size)
    expect(notWhole).toEqual([])
    const { data: counters } = await api.must(getCounters, { params: { team: String(team.id) } })
    expect(counters.total).toBe(listed.length)

    const listedByToken = new Map(listed.map((mail) => [mail.subject, mail]))
    const atRisk = rounds.flatMap((round) => round.slice(-comparedPerRound))
    const compared = atRisk.flatMap(({ token }) => listedByToken.get(token) ?? [])
    for (const mail of compared) {
      const source = await readSource(api, team, mail.id)
      expect(hashOf(source)).toBe(sentByToken.get(mail.subject)?.hash)
    }
    report(accepted.length, listed, compared)
  },
)

async function signUpAndStop(dataDir: string) {
  const product = await startProduct(dataDir)
  const signedIn = await signUp(product)
  product.signal('SIGTERM')
  expect(await product.exited).toMatchObject({ code: 0 })
  return signedIn
}

function report(accepted: number, listed: MailSummary[], compared: MailSummary[]): void {
  process.stdout.write(
    `${kills} kills: ${accepted} accepted, ${listed.length} kept, ${compared.length} compared byte for byte\n`,
  )
}
