import type { FactsOf } from '@mailstop/contract'
import { isAscii, isUtf8 } from 'node:buffer'
import { parseDate } from '../../mime/headers/dates.ts'
import { decodeQ } from '../../mime/parts/transfer-encodings.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atField as at, placeOf } from '../mail/places.ts'
import { defineSection, type Report } from '../section.ts'
import { headerRules } from './header-rules.ts'
import { checkLines } from './line-faults.ts'

const mostListed = 500
const day = 24 * 60 * 60 * 1_000

export const headers = defineSection({
  id: 'headers',
  needsHtml: false,
  rules: headerRules,
  check(mail, report): FactsOf<'headers'> {
    checkSender(mail, report)
    checkFields(mail, report)
    checkNames(mail, report)
    checkProgram(mail, report)
    checkLines(mail, report)
    if (mail.envelope.asks8Bit === false && !isAscii(mail.source)) {
      report('eight-bit', 'MAIL FROM has no BODY=8BITMIME.', placeOf('envelope', ''))
    }
    return compareEnvelope(mail, report)
  },
})

type Reporting = Report<keyof typeof headerRules>

/** RFC 5322 section 3.6 and RFC 2045 section 3. */
const single = new Set(
  'date from sender reply-to to cc bcc message-id in-reply-to references subject mime-version content-type content-transfer-encoding content-disposition content-id'.split(
    ' ',
  ),
)

function checkSender(mail: InspectedMail, report: Reporting): void {
  const [from] = mail.fieldsOf('from')
  const senders = mail.mailboxesOf('from')
  const [first] = senders
  const answers = mail.mailboxesOf('reply-to')
  if (!from || !first) report('from', 'There is no From.', at(from))
  else if (senders.some(({ address }) => !/[^@]@[^@]/.test(address))) {
    report('from', 'From has no valid address.', at(from))
  } else if (senders.length > 1 && mail.fieldsOf('sender').length === 0) {
    report('from', `From has ${senders.length} addresses, and there is no Sender.`, at(from))
  }
  if (first && answers.length === 1 && same(answers[0]?.address, first.address)) {
    report('reply-to', `Both are ${first.address.slice(0, 100)}.`, at(mail.fieldsOf('reply-to')[0]))
  }
}

const same = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()

function checkFields(mail: InspectedMail, report: Reporting): void {
  const seen = new Set<string>()
  for (const field of mail.fields) {
    const name = field.name.toLowerCase()
    if (seen.has(name) && single.has(name)) {
      report('repeated', `${field.name} occurs again.`, at(field))
    }
    seen.add(name)
  }
  checkDate(mail, report)
  const [id] = mail.fieldsOf('message-id')
  if (!id) report('message-id', 'There is no Message-ID.')
  else if (!/^<[^\s<>@]+@[^\s<>@]+>$/.test(id.value)) {
    report('message-id', 'It is not <left@right>.', at(id))
  } else if (/@(?:localhost(?:\.localdomain)?|[^@]*\.local)>$/i.test(id.value)) {
    report('message-id', 'Its right side names this machine alone.', at(id))
  }
  for (const field of [...mail.fieldsOf('references'), ...mail.fieldsOf('in-reply-to')]) {
    const rest = field.value.replaceAll(/<[^\s<>@]{1,500}@[^\s<>@]{1,500}>/g, '').trim()
    if (rest !== '' || field.value === '') {
      report('thread-ids', `${field.name} is not a list of ids.`, at(field))
    }
  }
  if (!seen.has('mime-version') && mail.root.fields.some(({ name }) => /^content-/i.test(name))) {
    report('mime-version', 'There are fields of MIME, and no MIME-Version.')
  }
}

function checkDate(mail: InspectedMail, report: Reporting): void {
  const [field] = mail.fieldsOf('date')
  const time = field ? parseDate(field.value) : null
  if (!field) report('date', 'There is no Date.')
  else if (time === null) report('date', 'Date cannot be read.', at(field))
  else {
    const days = Math.round((time - mail.envelope.receivedAt) / day)
    if (Math.abs(time - mail.envelope.receivedAt) > day) {
      const apart = `${Math.abs(days)} days ${days < 0 ? 'before' : 'after'}`
      report('date', `Date is ${apart} the mail arrived.`, at(field))
    }
    if (!/[+-]\d{4}\s{0,9}(?:\(|$)/.test(field.value)) {
      report('date-zone', 'There is no offset such as +0000.', at(field))
    }
  }
}

const addressFields = new Set('from sender reply-to to cc bcc'.split(' '))
const word = /=\?([^?\s]{1,60})\?([BQ])\?([^?]{0,2048})\?=/gi

function checkNames(mail: InspectedMail, report: Reporting): void {
  for (const field of mail.fields) {
    if (!isAscii(field.raw)) report('raw-bytes', `${field.name} has them.`, at(field))
    const fault = wordFault(field.value, addressFields.has(field.name.toLowerCase()))
    if (fault) report('encoded-word', fault, at(field))
  }
  for (const name of addressFields) {
    const [field] = mail.fieldsOf(name)
    if (!field || /["(]|=\?/.test(field.value)) continue
    const unquoted = mail
      .mailboxesOf(name)
      .find((one) => one.address && /[,:;@<>[\]]/.test(one.name))
    if (unquoted) report('name-quotes', `“${unquoted.name.slice(0, 80)}” has no quotes.`, at(field))
  }
}

function wordFault(value: string, hasAddresses: boolean): string | null {
  for (const [whole, charset = '', encoding = '', text = ''] of value.matchAll(word)) {
    if (whole.length > 75) return `It has ${whole.length} characters.`
    const bytes = /b/i.test(encoding) ? Buffer.from(text, 'base64') : decodeQ(text)
    if (/^utf-?8$/i.test(charset) && !isUtf8(bytes)) return 'A letter is cut in two.'
  }
  const quoted = hasAddresses ? value.split('"').filter((_, place) => place % 2 === 1) : []
  return quoted.some((text) => text.search(word) !== -1) ? 'It stands in quotes.' : null
}

const programFields = /^(?:x-mailer|user-agent|x-generator|x-powered-by|x-php-\S{1,40})$/i
const automatic = /^(?:no-?reply|do-?not-?reply|notifications?|mailer-daemon|alerts?)@/i

function checkProgram(mail: InspectedMail, report: Reporting): void {
  for (const field of mail.fields) {
    if (programFields.test(field.name) && /\d\.\d|\.php/.test(field.value)) {
      report('program-version', `${field.name} tells it.`, at(field))
    }
  }
  const says = ['auto-submitted', 'list-id', 'precedence', 'x-auto-response-suppress']
  if (
    automatic.test(mail.from?.address ?? '') &&
    says.every((name) => mail.fieldsOf(name).length === 0)
  ) {
    report('auto-submitted', 'Nobody reads answers to it.', at(mail.fieldsOf('from')[0]))
  }
}

/** Who gets the mail beside who is named in it. */
function compareEnvelope(mail: InspectedMail, report: Reporting): FactsOf<'headers'> {
  const addressesOf = (name: string) => mail.mailboxesOf(name).map(({ address }) => address)
  const named = ['to', 'cc', 'bcc'].flatMap(addressesOf).filter((address) => address !== '')
  if (named.length === 0) report('no-recipient', 'There is no address in To and Cc.')
  const [bcc] = mail.fieldsOf('bcc')
  if (bcc && bcc.value !== '') report('bcc', 'There is a field Bcc.', at(bcc))
  const lower = (addresses: readonly string[]) => new Set(addresses.map((one) => one.toLowerCase()))
  const [inHeader, inEnvelope] = [lower(named), lower(mail.envelope.to)]
  const onlyEnvelope = mail.envelope.to.filter((one) => !inHeader.has(one.toLowerCase()))
  const onlyHeaders = named.filter((one) => !inEnvelope.has(one.toLowerCase()))
  const where = (addresses: string[]) => placeOf('envelope', addresses.slice(0, 20).join(', '))
  if (onlyEnvelope.length > 0) {
    report('hidden-recipient', 'The envelope alone names a recipient.', where(onlyEnvelope))
  }
  if (onlyHeaders.length > 0) {
    report('not-sent-to', 'The header alone names somebody.', where(onlyHeaders))
  }
  return {
    only_envelope: onlyEnvelope.slice(0, mostListed),
    only_headers: onlyHeaders.slice(0, mostListed),
  }
}
