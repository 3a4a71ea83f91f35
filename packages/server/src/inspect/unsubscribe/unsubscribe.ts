import type { FactsOf, UnsubscribeProblem } from '@mailstop/contract'
import { readHtml } from '../../mime/extraction/html-contents.ts'
import { readUnsubscribe } from '../../mime/extraction/unsubscribe.ts'
import { registered } from '../mail/domains.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atField } from '../mail/places.ts'
import { defineSection, info, warn } from '../section.ts'

const mostHtml = 1024 * 1024
const mostLinks = 100

const faults: Partial<Record<UnsubscribeProblem, ['malformed' | 'one-click', string]>> = {
  repeated: ['malformed', 'The field occurs more than once.'],
  no_address: ['malformed', 'It has no address in angle brackets.'],
  not_in_brackets: ['malformed', 'Something stands outside of the angle brackets.'],
  invalid_address: ['malformed', 'An address cannot be opened.'],
  post_alone: ['one-click', 'There is no List-Unsubscribe beside it.'],
  post_value: ['one-click', 'It is not List-Unsubscribe=One-Click.'],
  post_without_https: ['one-click', 'List-Unsubscribe has no https address.'],
}

export const unsubscribe = defineSection({
  id: 'unsubscribe',
  needsHtml: false,
  rules: {
    malformed: warn(
      'List-Unsubscribe is malformed.',
      'Clients show no button for it: addresses stand in angle brackets, with commas between them (RFC 2369, section 2).',
      'Write <https://…>, <mailto:…>.',
    ),
    'one-click': warn(
      'Unsubscribing with one click cannot work.',
      'It takes an https address and exactly List-Unsubscribe-Post: List-Unsubscribe=One-Click (RFC 8058, section 3.1).',
      'Send both fields.',
    ),
    'not-covered': warn(
      'The DKIM signature does not cover the way to unsubscribe.',
      'Clients offer one click only where the signature names both fields in h= (RFC 8058, section 4).',
      'Sign List-Unsubscribe and List-Unsubscribe-Post.',
    ),
    missing: warn(
      'Mail to many people has no List-Unsubscribe.',
      'Gmail and Yahoo have demanded it of senders of bulk mail since 2024, and count complaints instead.',
      'Send List-Unsubscribe and List-Unsubscribe-Post.',
      '2024',
    ),
    'no-one-click': warn(
      'Mail to many people cannot be unsubscribed with one click.',
      'Gmail and Yahoo have demanded RFC 8058 of senders of bulk mail since 2024.',
      'Add an https address and List-Unsubscribe-Post: List-Unsubscribe=One-Click.',
      '2024',
    ),
    'no-visible-link': warn(
      'The html shows no way to unsubscribe.',
      'Gmail and Yahoo demand a clearly visible link in bulk mail, and so do laws such as CAN-SPAM.',
      'Add a link to the footer.',
    ),
    'other-host': info(
      'The header and the html lead to different hosts to unsubscribe.',
      'One of them may be left from another service, and not end the subscription.',
      'Let both lead to one place.',
    ),
  },
  check(mail, report): FactsOf<'unsubscribe'> {
    const valuesOf = (name: string) => mail.fieldsOf(name).map(({ value }) => value)
    const read = readUnsubscribe({
      header: valuesOf('list-unsubscribe'),
      post: valuesOf('list-unsubscribe-post'),
    })
    const { header = null, post = null, links = [], one_click = false, problems = [] } = read ?? {}
    const [field] = [
      ...mail.fieldsOf('list-unsubscribe'),
      ...mail.fieldsOf('list-unsubscribe-post'),
    ]
    const where = atField(field)
    for (const problem of problems) {
      const fault = faults[problem]
      if (fault) report(...fault, where)
    }

    const signed = signedFields(mail)
    const wanted = ['list-unsubscribe', ...(post === null ? [] : ['list-unsubscribe-post'])]
    const isCovered = signed.some((names) => wanted.every((name) => names.has(name)))
    if (header !== null && signed.length > 0 && !isCovered) {
      report('not-covered', `No signature covers ${wanted.join(' and ')}.`, where)
    }

    const shown = shownLinks(mail)
    const isBulk =
      mail.fieldsOf('list-id').length > 0 ||
      mail.fieldsOf('feedback-id').length > 0 ||
      /^(?:bulk|list|junk)$/i.test(valuesOf('precedence')[0]?.trim() ?? '') ||
      new Set(shown).size > 1
    if (isBulk) {
      if (header === null) report('missing', 'There is no List-Unsubscribe.')
      else if (!one_click) report('no-one-click', 'The mail looks like bulk mail.', where)
      if (mail.html !== null && shown.length === 0) {
        report('no-visible-link', 'No link says that it unsubscribes.')
      }
    }
    const hosts = new Set(links.map(domainOf).filter((domain) => domain !== null))
    const other = shown.map(domainOf).find((domain) => domain !== null && !hosts.has(domain))
    if (other !== undefined && hosts.size > 0) {
      report('other-host', `The html leads to ${other}, the header to ${[...hosts][0]}.`, where)
    }
    return {
      header: header?.slice(0, 2_000) ?? null,
      post: post?.slice(0, 200) ?? null,
      links: links.slice(0, mostLinks),
      one_click,
      covered_by_dkim: header !== null && isCovered,
      looks_bulk: isBulk,
    }
  },
})

/** The names in h= of each signature, in lower case (RFC 6376 section 3.5). */
const signedFields = (mail: InspectedMail): Set<string>[] =>
  mail.fieldsOf('dkim-signature').map(({ value }) => {
    const names = /(?:^|;)\s{0,99}h\s{0,99}=([^;]*)/i.exec(value)?.[1] ?? ''
    return new Set(names.toLowerCase().replaceAll(/\s/g, '').split(':'))
  })

/** How links say it in the languages that most mail is in. */
const says =
  /un-?subscri|opt[\s-]?out|abmeld|abbestell|austragen|d[ée]s[\s-]?(?:abonn|inscri)|darse de baja|dar de baja|cancelar (?:la |a |sua )?(?:suscripci|subscri|inscri|assinatura)|descadastr|disiscri|disiscrivi|annulla (?:l['’])?iscrizione|cancella(?:ti|zione)|uitschrijv|afmeld|avregistrer|avprenumerer|avslutt? abonn|avmeld|peruuta uutiskirje|wypis|zrezygnuj|anuluj subskrypcj|odhl[aá]s|отпис|відпис|dezabon|leiratkoz|abonelikten|配信停止|配信を停止|購読解除|登録解除|退订|退訂|取消订阅|取消訂閱|수신\s?거부|구독\s?취소|ยกเลิกการ(?:รับ|สมัคร)|إلغاء الاشتراك|הסר(?:ה|ו)? מ/i

/** Where the links of the html lead that say that they unsubscribe. */
function shownLinks({ html }: InspectedMail): string[] {
  const { links } = readHtml((html ?? '').slice(0, mostHtml))
  return links
    .filter((link) => says.test(`${link.text} ${link.imageAlt} ${link.href.slice(0, 2_000)}`))
    .map(({ href }) => href)
}

const domainOf = (link: string): string | null => {
  const url = /^https?:/i.test(link) ? URL.parse(link) : null
  return url && registered(url.hostname)
}
