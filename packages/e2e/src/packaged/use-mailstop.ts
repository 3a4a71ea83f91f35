// Uses a product that runs somewhere, as its users do, and prints what it found as one line of JSON.
// The tests of the npm package, the image and the Debian package call it.

import { createTransport } from 'nodemailer'
import { mailPrograms, type Errand } from '../mail-clients/programs.ts'
import { sampleMail } from '../sample-mail.ts'
import { digest, makeToken, openInbox, signUp, verify, type Inbox } from './inbox.ts'

const host = 'localhost'
const sender = 'shop@sender.test'
const recipient = 'someone@recipient.test'

const [command = '', origin = '', ...rest] = process.argv.slice(2)
const commands: Record<string, () => Promise<unknown>> = {
  'sign-up': () => signUp(origin),
  verify: () => verify(origin, rest[0] ?? ''),
  'make-token': () => makeToken(origin),
  'send-by-every-client': () => sendByEveryClient(Number(rest[0])),
  'send-one-openly': () => sendOneOpenly(Number(rest[0])),
  'open-openly': openOpenly,
  'send-until-it-ends': () => sendUntilItEnds(Number(rest[0])),
  'list-mails': listDigests,
}
const run = commands[command]
if (!run) throw new Error(`There is no command ${command}`)
console.log(JSON.stringify((await run()) ?? null))

/** Each client without TLS and with STARTTLS, where it can. */
async function sendByEveryClient(port: number) {
  const inbox = await openInbox(origin, 'account')
  const results: { client: string; mode: string; problem?: string }[] = []
  for (const [client, program] of Object.entries(mailPrograms)) {
    for (const mode of program.modes.filter((one) => one !== 'tls')) {
      const subject = `${client.replaceAll(/[^A-Za-z]/g, ' ')} ${mode}`
      const to = mode === 'plain' ? port : Number(inbox.team.smtp_starttls_ports)
      const errand = { ...errandTo(inbox, to), mode, subject }
      try {
        const sent = await program.send(errand)
        const mail = (await inbox.mails()).find((one) => one.subject === subject)
        const kept = mail && (await inbox.sourceOf(mail.id))
        const problem = kept?.equals(sent) ? undefined : 'did not arrive byte for byte'
        results.push({ client, mode, ...(problem && { problem }) })
      } catch (error) {
        results.push({ client, mode, problem: String(error) })
      }
    }
  }
  return results
}

/** Logs in nowhere: returns the digests of what was sent and of what the inbox then has. */
async function sendOneOpenly(port: number) {
  const source = sampleMail('The first mail')
  const transport = createTransport({ host, port, ignoreTLS: true })
  await transport.sendMail({ envelope: { from: sender, to: recipient }, raw: source })
  transport.close()
  return { sent: digest(source), kept: await digests(await openInbox(origin, 'open')) }
}

/** Opens every mail: returns the names of the files attached to each; null for one that cannot be shown. */
async function openOpenly() {
  const inbox = await openInbox(origin, 'open')
  const opened = await Promise.all((await inbox.mails()).map(({ id }) => inbox.open(id)))
  return opened.map(({ problem, attachments }) =>
    problem === null ? attachments.map(({ filename }) => filename) : null,
  )
}

/** Prints one line for each mail that was acknowledged, until the product is gone. */
async function sendUntilItEnds(port: number) {
  const { username, password } = errandTo(await openInbox(origin, 'account'), port)
  const transport = createTransport({
    host,
    port,
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
    auth: { user: username, pass: password },
  })
  let count = 0
  try {
    for (;;) {
      const source = sampleMail(`Before the end ${count}`)
      await transport.sendMail({ envelope: { from: sender, to: recipient }, raw: source })
      count += 1
      console.log(JSON.stringify({ acknowledged: digest(source) }))
    }
  } catch {
    return { count }
  } finally {
    transport.close()
  }
}

async function listDigests() {
  return digests(await openInbox(origin, 'account'))
}

async function digests(inbox: Inbox): Promise<string[]> {
  const mails = await inbox.mails()
  return Promise.all(mails.map(async ({ id }) => digest(await inbox.sourceOf(id))))
}

function errandTo({ team }: Inbox, port: number): Omit<Errand, 'mode' | 'subject'> {
  return {
    host,
    port,
    username: team.smtp_username,
    password: team.smtp_password,
    sender,
    recipient,
  }
}
