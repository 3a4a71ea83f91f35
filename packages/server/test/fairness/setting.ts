import { createTeam, createToken, listMails, type Team } from '@mailstop/contract'
import { createApiClient, type ApiClient } from '../clients/api-client.ts'
import type { Product } from '../durability/product-child.ts'
import { signUp, type SignedIn } from '../durability/sign-in.ts'
import { beginMail, connectAs, queuedId } from '../durability/smtp-connection.ts'
import type { Attacker } from './attacks.ts'
import { createVictim, type Victim } from './victim.ts'

/** Accounts with the mails that an attack and its victim need. */
export type Setting = { victim: Victim; attackers: Attacker[] }

/** A person with programs in as many teams as one may own, and their own work in another of these. */
export type Programs = { own: Victim; programs: Attacker[] }
/** A process with a small heap, which no attack may end. */
export const attacked = (dataDir: string) => ({
  DATA_DIR: dataDir,
  ACCOUNTS_PER_ADDRESS: '100',
  NODE_OPTIONS: '--max-old-space-size=256',
})

const password = 'correct horse battery staple'
const attackers = 4
const teamsOfOne = 49
/** This many of them have the largest mail. */
const teamsWithLargest = 8

const crlf = (lines: string[]) => `${lines.join('\r\n')}\r\n`

/** 4.7 MB in 1,990 parts. */
const manyParts = () =>
  crlf([
    'Subject: Parts',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...Array.from({ length: 1_990 }, (_, part) =>
      [`--b`, 'Content-Type: text/plain', '', `${part} ${'text '.repeat(460)}`].join('\r\n'),
    ),
    '--b--',
  ])

const ofBytes = (subject: string, bytes: number) =>
  crlf([
    `Subject: ${subject}`,
    '',
    ...Array.from({ length: bytes / 72 }, () => 'hello '.repeat(11) + 'rest'),
  ])

export async function prepare(product: Product, largestBytes: number): Promise<Setting> {
  const victim = await workOf(product, await account(product, 'victim'), largestBytes)
  const others: Attacker[] = []
  for (let number = 0; number < attackers; number += 1) {
    const signedIn = await account(product, `attacker${number}`)
    const parts = await send(product, signedIn, manyParts())
    const largest = await send(product, signedIn, ofBytes('Largest', largestBytes))
    others.push({ ...signedIn, manyParts: parts, largest })
  }
  return { victim, attackers: others }
}

export async function preparePrograms(product: Product, largestBytes: number): Promise<Programs> {
  const person = await account(product, 'person')
  const own = await workOf(product, await programIn(person.api, person.team), largestBytes)
  const programs: Attacker[] = []
  for (let number = 0; number < teamsOfOne; number += 1) {
    const { data: team } = await person.api.must(createTeam, { body: { name: `Team ${number}` } })
    const program = await programIn(person.api, team)
    const parts = await send(product, program, manyParts())
    const hasLargest = number < teamsWithLargest
    const largest = hasLargest
      ? await send(product, program, ofBytes('Largest', largestBytes))
      : parts
    programs.push({ ...program, manyParts: parts, largest })
  }
  return { own, programs }
}

async function programIn(api: ApiClient, team: Team): Promise<SignedIn> {
  const { data } = await api.must(createToken, {
    params: { team: String(team.id) },
    body: { name: 'CI', scopes: ['mail:read', 'mail:send'], expires_in_days: 30 },
  })
  return { team, api: createApiClient(api.origin, { authorization: `Bearer ${data.token}` }) }
}

async function workOf(product: Product, who: SignedIn, largestBytes: number): Promise<Victim> {
  return createVictim(who, {
    small: await send(product, who, 'Subject: Small\r\n\r\nhello\r\n'),
    page: await send(product, who, ofBytes('Page', 59_000)),
    manyParts: await send(product, who, manyParts()),
    largest: await send(product, who, ofBytes('Largest', largestBytes)),
  })
}

const account = (product: Product, name: string) =>
  signUp(product, { name, email: `${name}@example.test`, password })

/** The id of the mail that was sent, once it is listed. */
async function send(
  { smtpPort }: Product,
  { team, api }: { team: Team; api: ApiClient },
  source: string,
): Promise<number> {
  const connection = await connectAs(smtpPort, team)
  await beginMail(connection)
  const id = queuedId(await connection.say(`${source}.\r\n`))
  connection.close()
  if (id === null) throw new Error('The mail was not taken')
  await api.must(listMails, { params: { team: String(team.id) }, query: {} })
  return id
}
