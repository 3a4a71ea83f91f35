import type { FactsOf } from '@mailstop/contract'
import { withoutPadding } from '../../mime/text/snippet.ts'
import { atField, placeOf } from '../mail/places.ts'
import { defineSection, fail, info, warn } from '../section.ts'
import { preheaderOf } from './preheader.ts'

/** What phones, and wider windows, show of a subject, in characters. */
const shortSubject = 60
const longSubject = 90
/** Shorter ones leave room for the text behind them. */
const fullPreheader = 85

export const row = defineSection({
  id: 'row',
  needsHtml: false,
  isLate: true,
  rules: {
    'no-subject': fail(
      'The mail has no subject.',
      'Clients write "(no subject)" in its place, and filters count it as a sign of spam.',
      'Set a subject.',
    ),
    'long-subject': warn(
      'The subject has more than 90 characters.',
      'No usual client shows so much of it in the list.',
      'Say what matters in the first 40 to 60 characters.',
    ),
    'cut-subject': info(
      'The subject has more than 60 characters.',
      'Phones show about 40 of them, and Gmail in a browser about 60 to 70.',
      'Say what matters first.',
    ),
    sender: warn(
      'The sender has no name.',
      'The list shows the sender first; readers see an address there, or only what stands in front of its @.',
      'Write a name in front of the address: From: Shop <hello@example.com>.',
    ),
    'no-preheader': warn(
      'The line behind the subject says nothing about the mail.',
      'Clients show the first words of a mail there, and these are none, or those of a link to view it in a browser.',
      'Begin the mail, or a hidden element in front of it, with a sentence that goes on from the subject.',
    ),
    'repeats-subject': info(
      'The line behind the subject repeats the subject.',
      'The list shows both side by side, so that half of the room says nothing new.',
      'Begin with a sentence that goes on from the subject, in a hidden element where the heading is to stay.',
    ),
    'text-bleeds-in': info(
      'Other text of the mail stands in the row behind its hidden preheader.',
      'The preheader is short, and clients fill the room with what follows, such as the names of a menu.',
      'Make it 85 characters or longer, or put characters of no width behind it (&#847;&zwnj;&nbsp; repeated).',
    ),
  },
  check(mail, report): FactsOf<'row'> {
    const subject = withoutPadding(mail.subject.slice(0, 2_000)).slice(0, 1_000)
    const [field] = mail.fieldsOf('subject')
    const inSubject = placeOf('header', subject, field?.line)
    const length = lengthOf(subject)
    const inLength = `The subject has ${length} characters.`
    if (length === 0) report('no-subject', 'The subject is empty or missing.')
    if (length > longSubject) report('long-subject', inLength, inSubject)
    else if (length > shortSubject) report('cut-subject', inLength, inSubject)

    const { name = '', address = '' } = mail.from ?? {}
    const [from] = mail.fieldsOf('from')
    if (name === '' || name.includes('@')) {
      report('sender', 'The sender has no name besides the address.', atField(from))
    }
    const preheader = preheaderOf(mail)
    const first = preheader.text
    if (first === '') report('no-preheader', 'The mail begins with no text.')
    else if (inBrowser.test(first.slice(0, 100))) {
      report('no-preheader', `The mail begins with “${first.slice(0, 60)}”.`)
    } else if (length >= 10 && plain(first).startsWith(plain(subject))) {
      report('repeats-subject', `The mail begins with its subject, “${first.slice(0, 60)}”.`)
    }
    const { hidden, isPadded } = preheader
    const isShort = hidden !== '' && hidden.length < fullPreheader && !isPadded
    const behind = first.slice(hidden.length).trim().slice(0, 40)
    if (isShort && behind !== '') {
      report('text-bleeds-in', `Behind the preheader stands “${behind}”.`)
    }
    return { from_name: name, from_address: address, subject, preheader: first }
  },
})

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Characters as people count them. */
const lengthOf = (text: string): number => [...segmenter.segment(text)].length

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The usual first line of a newsletter, in the languages in which most are written. */
const inBrowser =
  /^(?:(?:view|read|see|open|show)\b.{0,40}\b(?:browser|online|web ?page|web version)\b|.{0,50}(?:trouble|problems?|can ?not|can't|can’t|unable to|not) (?:view|read|see|display|render|load)|web ?version\b|.{0,60}(?:im browser|online[- ]?(?:version|ansicht)|webversion)|.{0,60}(?:dans (?:votre|le|un) navigateur|version en ligne)|.{0,60}(?:en (?:tu|su|el) navegador|versión (?:online|web))|.{0,60}(?:no (?:seu )?navegador|versão (?:online|web))|.{0,60}(?:nel (?:tuo )?browser|versione (?:online|web))|.{0,60}in (?:je|uw|de) browser|.{0,60}w przeglądarce|.{0,60}i (?:din )?(?:webbläsare|browser|nettleser)|.{0,60}в браузере|.{0,60}ブラウザで|.{0,60}浏览器)/iu
