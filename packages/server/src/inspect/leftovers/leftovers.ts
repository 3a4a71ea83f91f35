import { linkify } from '@mailstop/contract/linkify'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atField, atOffset, excerpt, placeOf } from '../mail/places.ts'
import { visibleText } from '../mail/visible-text.ts'
import { defineSection, fail, info, warn, type Report, type Where } from '../section.ts'
import { isDevHost, type Leftover, leftoverInAddress, leftoversIn } from './patterns.ts'

const mostMailboxes = 20
const mostText = 1024 * 1024

type Name = Leftover['kind'] | 'dev-host' | 'staging-host'

export const leftovers = defineSection({
  id: 'leftovers',
  needsHtml: false,
  isLate: true,
  rules: {
    placeholder: fail(
      'A place of a template was not filled in.',
      'Readers see {{name}}, ${name} or the like as it is written.',
      'Give the template this value, or a default where there is none.',
    ),
    'empty-value': fail(
      'A value is missing: undefined, null, NaN or [object Object] stands in its place.',
      'Readers see these words where a name or a number should be.',
      'Give the template this value, or leave the sentence out where there is none.',
    ),
    'staging-host': fail(
      'A link or an image leads to a host that no mail may lead to.',
      'The team named this host in its settings.',
      'Build addresses from the configuration of the environment.',
    ),
    'dev-host': warn(
      'A link or an image leads to a host that only developers reach.',
      'localhost, private addresses and names such as .test or .local (RFC 6761) lead readers nowhere.',
      'Where this mail comes from production, set the public address of the app.',
    ),
    lorem: warn(
      'The mail has lorem ipsum.',
      'It stands where a text was to come.',
      'Write the text.',
    ),
    'service-tag': info(
      'The service that sends the mail has to fill in a tag.',
      'Where the mail is sent otherwise, readers see the tag.',
      'Nothing, where production sends by this service.',
    ),
  },
  check(mail, report, { stagingHosts }) {
    const checkText: Check = (text, what, placeAt) => {
      for (const { kind, text: found, index } of leftoversIn(text.slice(0, mostText))) {
        report(kind, `${what} has “${excerpt(found)}”.`, placeAt(index))
      }
    }
    const checkAddress: Check = (href, what, placeAt) => {
      const where = placeAt(0)
      const found = leftoverInAddress(href.slice(0, 4_000))
      if (found) report(found.kind, `${what} leads to “${excerpt(href)}”.`, where)
      const host = /^(?:https?:)?\/\//i.test(href) ? URL.parse(href, 'http://a.b')?.hostname : null
      if (!host) return
      const isStaging = stagingHosts.some((one) => host === one || host.endsWith(`.${one}`))
      if (isStaging) report('staging-host', `${what} leads to ${excerpt(host)}.`, where)
      else if (isDevHost(host)) report('dev-host', `${what} leads to ${excerpt(host)}.`, where)
    }
    checkHeader(mail, checkText, report)
    checkHtml(mail, checkText, checkAddress)
    const { text } = mail
    if (text !== null) {
      checkText(text, 'The text', (index) => () => atOffset('text', text, index))
      let at = 0
      for (const { text: piece, href } of linkify(text)) {
        const start = at
        if (href !== null) checkAddress(href, 'A link', () => () => atOffset('text', text, start))
        at += piece.length
      }
    }
    return {}
  },
})

type Check = (text: string, what: string, placeAt: (index: number) => Where) => void

function checkHeader(mail: InspectedMail, checkText: Check, report: Report<Name>): void {
  checkText(mail.subject, 'The subject', () => placeOf('header', `Subject: ${mail.subject}`))
  for (const name of ['from', 'to', 'cc', 'reply-to']) {
    for (const mailbox of mail.mailboxesOf(name).slice(0, mostMailboxes)) {
      const where = atField(mail.fieldsOf(name)[0])
      checkText(`${mailbox.name}\n\n${mailbox.address}`, 'An address', () => where)
      if (/(?:^|\s)(?:undefined|null|NaN)(?:[\s@]|$)/.test(`${mailbox.name} ${mailbox.address}`)) {
        report('empty-value', `A name is “${excerpt(mailbox.name || mailbox.address)}”.`, where)
      }
    }
  }
  for (const field of mail.fieldsOf('list-unsubscribe')) {
    checkText(field.value, 'List-Unsubscribe', () => atField(field))
  }
}

/** Addresses of these attributes are opened or fetched; texts of these are read out. */
const addresses = new Set(['href', 'src', 'action', 'background'])
const texts = new Set(['alt', 'title'])

function checkHtml(mail: InspectedMail, checkText: Check, checkAddress: Check): void {
  const { html } = mail
  const tree = mail.tree()
  if (tree === null || html === null) return
  const { text, offsetAt } = visibleText(tree)
  checkText(text, 'The html', (index) => () => ({
    ...atOffset('html', html, offsetAt(index)),
    excerpt: excerpt(text.slice(Math.max(0, index - 40), index + 80)),
  }))
  for (const element of tree.elements) {
    const what = element.tagName === 'img' ? 'An image' : 'A link'
    for (const { name, value } of element.attrs) {
      if (texts.has(name)) checkText(value, 'An attribute', () => element)
      if (addresses.has(name) && !/^\s{0,9}data:/i.test(value)) {
        checkAddress(value.trim(), what, () => element)
      }
    }
  }
}
