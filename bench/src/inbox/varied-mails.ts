import { createRandom, type Random } from '../load/random.ts'
import { prose, uniqueWord, word } from '../load/vocabulary.ts'

/**
 * The mails of a team that has caught for a year: a few apps that send most of it, many that send
 * little, tens of thousands of recipients, some copies, tags, links and attachments. The mail of an
 * index is always the same, so that a fill that was interrupted goes on where it stopped.
 */
export type VariedMail = { envelope: { from: string; to: string[] }; source: Uint8Array }

const apps = ['shop', 'billing', 'ci', 'alerts', 'crm', 'blog', 'forum', 'events', 'jobs', 'status']
const tags = ['welcome', 'receipt', 'reset', 'digest', 'invoice', 'alert', 'reminder']
/** One mail in this many holds the word that is rare on purpose. */
const rareEvery = 20_000
/** This many mails in a row have a word, a sender's name and a header of their time. */
const mailsOfEra = 30_000
export const eraOf = (index: number): string => `era${Math.floor(index / mailsOfEra)}`
/** One mail in this many holds words that are common, but nowhere else next to each other or in this field. */
const oneEvery = 99_999

export function variedMail(index: number): VariedMail {
  const random = createRandom(index * 2_654_435_761)
  const app = apps[Math.floor(apps.length * (random.below(1_000) / 1_000) ** 2)] ?? 'shop'
  const sender =
    random.below(20) === 0 ? `${word(random)}@${app}.example` : `no-reply@${app}.example`
  const person = `${word(random)}${random.below(50_000)}`
  const to = `${person}@customers.example`
  const copy = random.below(10) === 0 ? `${word(random)}@team.example` : null
  const subject = [word(random), word(random), word(random), random.pick(tags), index].join(' ')
  const text = [
    prose(random, 300 + random.below(1_200)),
    ...(index % rareEvery === 7 ? ['quetzalcoatl was here'] : []),
    ...ofItsTime(index),
    ...(random.below(2) === 0 ? [`https://${app}.example/${uniqueWord(random)}`] : []),
  ].join('\r\n')
  const head = [
    `From: "${app} ${team(index)}" <${sender}>`,
    `To: ${person} <${to}>`,
    ...(copy === null ? [] : [`Cc: ${copy}`]),
    `Subject: ${subject}`,
    'Date: Tue, 03 Mar 2026 10:20:30 +0000',
    `Message-ID: <${index}.${uniqueWord(random)}@${app}.example>`,
    `X-Tag: ${random.pick(tags)}`,
    ...(index % 3 === 0 ? [`X-Era: ${eraOf(index)}`] : []),
    ...(isOne(index) ? ['X-Lamp: sextant'] : []),
    `X-Mailer: ${app}-mailer ${random.below(9)}.${random.below(9)}`,
    'MIME-Version: 1.0',
  ]
  const source = [...head, ...body(random, text)].join('\r\n')
  return {
    envelope: { from: `bounces@${app}.example`, to: copy === null ? [to] : [to, copy] },
    source: new Uint8Array(Buffer.from(source, 'latin1')),
  }
}

const isOne = (index: number) => index % oneEvery === 50_001

/** Writes words that all these mails have in an order that a third of them have. */
function ofItsTime(index: number): string[] {
  if (index % 3 !== 0) return []
  const order = index < mailsOfEra ? 'amber violet' : 'violet amber'
  return [`Since ${eraOf(index)} ${order}, ${isOne(index) ? 'violet sextant' : 'sextant violet'}.`]
}

function team(index: number): string {
  if (isOne(index)) return 'sextant'
  return index % 10 === 6 ? `desk ${eraOf(index)}` : 'team'
}

function body(random: Random, text: string): string[] {
  const plain = ['Content-Type: text/plain; charset=utf-8', '', text]
  if (random.below(12) !== 0) return plain
  const boundary = `part-${uniqueWord(random)}`
  return [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...plain,
    `--${boundary}`,
    'Content-Type: application/pdf; name="invoice.pdf"',
    'Content-Disposition: attachment; filename="invoice.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0xLjQKJcOkw7zDtsOfCg==',
    `--${boundary}--`,
  ]
}
