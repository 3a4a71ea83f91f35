import { createRandom, type Random } from './random.ts'
import type { SmtpSession } from './smtp-session.ts'
import { prose, uniqueWord, word } from './vocabulary.ts'

/**
 * The mails a bench sends: what an app sends in a day, 4.5 KB each, plain text and HTML that says the
 * same and a little more, no two mails alike, so that compressing and indexing them costs what it costs with real ones.
 */
export type SampleMail = {
  /** What follows the reply to DATA, its end included. */
  content: Buffer
  /** Where in `content` the 12 digits stand that `sendMail` overwrites. */
  numberAt: number
}

const numberLength = 12
const textBytes = 1_300
const htmlBytes = 1_680

export function sampleMails(seed: number, count: number): SampleMail[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const content = Buffer.from(`${source(random)}\r\n.\r\n`, 'latin1')
    return { content, numberAt: content.indexOf('Message-ID: <') + 'Message-ID: <'.length }
  })
}

/**
 * Sends it under `number`, which makes a mail that is sent again a new one; no other connection may
 * be sending it. Returns when the last byte of its content was written and when its 250 was there.
 * Each command waits for its reply, as those of most languages' clients do.
 */
export async function sendMail(
  session: SmtpSession,
  { content, numberAt }: SampleMail,
  number: number,
  { recipient = 'customer@customers.example' } = {},
): Promise<{ sentAt: number; acceptedAt: number }> {
  content.write(String(number).padStart(numberLength, '0'), numberAt, 'latin1')
  await session.exchange('MAIL FROM:<bounces@shop.example>\r\n', '250')
  await session.exchange(`RCPT TO:<${recipient}>\r\n`, '250')
  await session.exchange('DATA\r\n', '354')
  const sentAt = performance.now()
  await session.exchange(content, '250')
  return { sentAt, acceptedAt: performance.now() }
}

function source(random: Random): string {
  const boundary = `part-${uniqueWord(random)}`
  const person = word(random)
  const subject = Array.from({ length: 5 }, () => word(random)).join(' ')
  const text = prose(random, textBytes)
  return [
    `From: "${word(random)} shop" <no-reply@${word(random)}.example>`,
    `To: ${person} <${person}@customers.example>`,
    `Subject: ${subject} ${uniqueWord(random)}`,
    'Date: Tue, 03 Mar 2026 10:20:30 +0000',
    `Message-ID: <${'0'.repeat(numberLength)}.${uniqueWord(random)}@shop.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    '',
    text,
    `https://shop.example/orders/${uniqueWord(random)}`,
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    '',
    html(random, { subject, text }),
    `--${boundary}--`,
  ].join('\r\n')
}

function html(random: Random, { subject, text }: { subject: string; text: string }): string {
  const rows = Array.from({ length: 5 }, () => {
    const price = `${random.below(900)}.${random.below(90) + 10}`
    return `<tr><td class="item">${word(random)} ${word(random)}</td><td align="right">${price}</td></tr>`
  })
  return [
    `<!doctype html><html><head><title>${subject}</title><style>`,
    'body { margin: 0; font-family: Arial, sans-serif; color: #222 } .item { padding: 4px 12px }',
    '.button { display: inline-block; padding: 10px 20px; background: #0a5; color: #fff }',
    '</style></head><body><table width="600" cellpadding="0" cellspacing="0"><tr><td>',
    `<p>${text} ${prose(random, htmlBytes - textBytes)}</p>`,
    `<table width="100%">\r\n${rows.join('\r\n')}\r\n</table>`,
    `<a class="button" href="https://shop.example/orders/${uniqueWord(random)}">Open</a>`,
    '</td></tr></table></body></html>',
  ].join('\r\n')
}
