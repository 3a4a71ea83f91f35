import { unzipSync } from 'fflate'
import { namedHost } from '../../mime/extraction/named-host.ts'
import { domainOf, isSameOrganization, registered } from '../mail/domains.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atField, excerpt, placeOf } from '../mail/places.ts'
import { defineSection, fail, info, warn } from '../section.ts'

export const filters = defineSection({
  id: 'filters',
  needsHtml: false,
  rules: {
    'shouting-subject': warn(
      'The subject shouts.',
      'Filters count subjects in capitals and with several exclamation marks (SpamAssassin: SUBJ_ALL_CAPS, PLING_QUERY).',
      'Write it as a sentence.',
    ),
    'no-reply': info(
      'The sender takes no replies.',
      'Answers of readers are lost, and providers take answers as a sign that mail is wanted.',
      'Send from an address that somebody reads, or name one in Reply-To.',
    ),
    'sender-name': warn(
      'The name of the sender is that of somebody else.',
      'A name with an address or a brand of another domain is how phishing looks (SpamAssassin: FROMNAME_SPOOF).',
      'Use the name of your own product, and put others behind "via".',
    ),
    'blocked-file': fail(
      'The mail has a file of a kind that Gmail does not let through.',
      'Gmail refuses mail with programs and scripts, also within a zip file (Gmail Help, "File types blocked in Gmail"); others do so too.',
      'Link to the file instead.',
    ),
  },
  check(mail, report) {
    const subject = mail.subject.slice(0, 1_000)
    if (isShouted(subject)) {
      const line = mail.fieldsOf('subject')[0]?.line
      report('shouting-subject', 'The subject shouts.', placeOf('header', subject, line))
    }

    const [from] = mail.fieldsOf('from')
    const inFrom = atField(from)
    const { name = '', address = '' } = mail.from ?? {}
    const isUnanswered = /^(?:no|do-?not|never)[-_.]?(?:reply|respond|answer)/i.test(address)
    if (isUnanswered && mail.fieldsOf('reply-to').length === 0) {
      report('no-reply', `The sender is ${excerpt(address)}, and there is no Reply-To.`, inFrom)
    }
    const other = otherSender(name, address)
    if (other) report('sender-name', `The name of the sender says ${excerpt(other)}.`, inFrom)

    for (const file of blockedFiles(mail)) report('blocked-file', file)
    return {}
  },
})

function isShouted(subject: string): boolean {
  if (/[!?]{3}/.test(subject)) return true
  const capitals = subject.match(/\p{Lu}/gu)?.length ?? 0
  const small = subject.match(/\p{Ll}/gu)?.length ?? 0
  const words = subject.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word))
  return words.length >= 2 && capitals >= 10 && capitals > 4 * small
}

/** Names that are often used by others than their owners. */
const brands =
  /^(?:paypal|amazon|netflix|microsoft|apple|google|facebook|instagram|whatsapp|linkedin|dhl|fedex|ups|usps|docusign|dropbox|binance|coinbase)(?: (?:support|service|security|team|billing))?$/i

/** What the name of the sender claims to be; null where it claims nothing that the address is not. */
function otherSender(name: string, address: string): string | null {
  const domain = domainOf(address)
  if (domain === null || /\bvia\b/i.test(name)) return null
  const brand = brands.exec(name.trim())?.[0]?.split(' ', 1)[0]
  if (brand) return registered(domain).includes(brand.toLowerCase()) ? null : brand
  const words = name.slice(0, 300).split(/[\s<>()"',;]+/)
  const claimed = words.map((word) => (word.includes('@') ? domainOf(word) : namedHost(word)))
  const other = claimed.find((host) => host?.includes('.') && !isSameOrganization(host, domain))
  return other ?? null
}

const mostZipBytes = 20 * 1024 * 1024
const mostNames = 1_000

/** Sentences about the files of the mail, and about the first one within each zip file. */
function blockedFiles({ files }: InspectedMail): string[] {
  return files.flatMap(({ filename, type, size, read }) => {
    const name = excerpt(filename).slice(0, 80)
    const ending = blockedEnding(filename)
    if (ending) return [`${name} is a file of the kind .${ending}.`]
    if (!/zip/.test(type) && !/\.zip$/i.test(filename)) return []
    const within = size > mostZipBytes ? undefined : namesInZip(read()).find(blockedEnding)
    return within ? [`${name} has ${excerpt(within).slice(0, 80)} in it.`] : []
  })
}

/** The first names of its list; nothing is unpacked. */
function namesInZip(bytes: Uint8Array): string[] {
  const names: string[] = []
  try {
    unzipSync(bytes, {
      filter({ name }) {
        names.push(name)
        if (names.length >= mostNames) throw new Error('enough')
        return false
      },
    })
  } catch {
    // It is no zip file, a damaged one, or has more names than are looked at.
  }
  return names
}

/** Gmail Help, "File types blocked in Gmail", as of 2026. */
const blocked = new Set(
  'ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img ins iso isp jar jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vxd wsc wsf wsh xll'.split(
    ' ',
  ),
)

/** The ending has no dot and is in lower case; null where the name has no such ending. */
function blockedEnding(filename: string): string | null {
  const ending = /\.([a-z\d_]{1,12})[. ]{0,9}$/i.exec(filename.slice(-40))?.[1]?.toLowerCase()
  return ending !== undefined && blocked.has(ending) ? ending : null
}
