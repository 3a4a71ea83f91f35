import { createNetworks } from '../../lib/network/networks.ts'

/**
 * What a program leaves in a mail by mistake: places of a template that were not filled in, values that are none, and
 * hosts that only developers reach. Each pattern is bounded, so that a text is searched in linear time.
 */

/** Places of templates, by the languages that write them so. */
const places = [
  // Handlebars, Jinja, Liquid, Twig, Angular.
  /\{\{[^{}\n]{1,100}\}\}/,
  /\{%[-~]?\s{0,3}[a-z][^%{}\n]{0,200}%\}/,
  // JavaScript, Java and Velocity; Ruby; ERB, EJS and ASP; PHP.
  /\$!?\{[^{}\n]{1,100}\}/,
  /[#%]\{[a-z_@][\w.]{0,60}\}/i,
  /<%[-=@#]?[^%\n]{1,200}%>/,
  /<\?(?:php\s|=)[^?\n]{1,200}\?>/,
  // Mailchimp and ActiveCampaign; Salesforce; Mailgun. A page of a wiki begins with a capital.
  /\*\|[A-Z0-9_:]{1,60}\|\*/i,
  /%%=?[a-z][\w .:@()-]{0,60}=?%%/i,
  /%(?:recipient|tag|custom)[._][\w.]{1,60}%/,
  /\[\[\s?(?![A-Z][a-z])[A-Za-z][\w.:]{0,60}\s?\]\]/,
  // A name alone, and words that designers write.
  /(?<=\b(?:hi|hello|hey|dear) )\{\w{1,40}\}/i,
  /(?<![/\w{])\{(?:first|last|full|user|customer|company)_?name\}/i,
  /\[(?:your|first|last|full|company|product|customer|sender|recipient) (?:name|company|address|email|logo|website|phone)\]/i,
  /\[insert [^[\]\n]{1,40}\]/i,
  /\btranslation missing: [\w.-]{1,100}/i,
]

const none = '(?:undefined|null|NaN|\\[object [A-Z][A-Za-z]{1,20}\\])'
const ends = '(?=\\s{0,3}(?:[.,;:!?)]|$))'

/** Values that are none where a name or a number should stand: elsewhere these words mean something. */
const values = [
  /\[object [A-Z][A-Za-z]{1,20}\]/,
  new RegExp(
    `\\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Ww]elcome|[Bb]ack|[Tt]hanks|[Tt]hank you|Hallo|Bonjour|Hola|Ciao|Olá),?\\s{1,9}${none}${ends}`,
    'm',
  ),
  new RegExp(`(?<!\\w)[#€£]\\s?${none}(?![\\w-])`),
  /\$(?:undefined|NaN)(?![\w-])/,
  // A label and nothing behind it; what programs report in this form is left out.
  new RegExp(
    `^\\s{0,20}[A-Z][^\\n:"'{}=;_]{0,40}(?<!rror|xception|arning|xpected|eceived|eturns?|efault|ctual|esult|alue|[Tt]ype):\\s{0,3}${none}\\s{0,3}[.,;!?]?$`,
    'm',
  ),
  new RegExp(`^\\s{0,20}${none}, (?:[Yy]ou|[Ww]e|[Tt]hank|[Pp]lease)`, 'm'),
  new RegExp(
    `^\\s{0,20}${none} (?:invited|sent|shared|commented|mentioned|replied|joined)\\b`,
    'm',
  ),
  new RegExp(`^\\s{0,20}${none}\\s{0,20}$`, 'm'),
  /\b(undefined|null) \1\b/,
  /(?<![\w.])(?:undefined|NaN)\s?(?:%|days?\b|hours?\b|minutes?\b|weeks?\b|months?\b|years?\b|EUR\b|USD\b|GBP\b|€)/,
  new RegExp(
    `\\b(?:[Oo]rder|[Ii]nvoice|[Tt]icket|[Bb]ooking|[Rr]eservation|[Rr]eference)(?: number| no\\.?)? #?${none}(?=\\s{0,3}(?:[.,;!?)]|$|has\\b|is\\b|was\\b|will\\b))`,
    'm',
  ),
  /(?:^|\b(?:on|at|by|until|before|from|since|expires|:))\s{0,9}Invalid [Dd]ate(?=\s{0,3}(?:[.,;!?)]|$))/m,
]

/** The service that sends the mail fills these in. */
const ofService =
  /unsub|pm:|asm_|preferences|web_?version|view_?in_?browser|update_profile|\|list:|amazonses/i
const lorem = /\blorem ipsum\b|\bdolor sit amet\b/i

export type Leftover = {
  kind: 'placeholder' | 'empty-value' | 'service-tag' | 'lorem'
  text: string
  index: number
}

/** Most texts have none of these. */
const mayHaveAny = /[{<%*$#[]|undefined|null|NaN|invalid date|translation missing|lorem|dolor/i

const patterns = [
  ...places.map((pattern) => ({ kind: 'placeholder' as const, pattern })),
  ...values.map((pattern) => ({ kind: 'empty-value' as const, pattern })),
  { kind: 'lorem' as const, pattern: lorem },
].map(({ kind, pattern }) => ({ kind, pattern: new RegExp(pattern, `${pattern.flags}g`) }))

/** The first that a text has of each pattern, in the order of the text. Code between backticks and quoted lines are let be. */
export function leftoversIn(written: string, most = 20): Leftover[] {
  if (!mayHaveAny.test(written)) return []
  const text = written.replaceAll(/```[\s\S]*?```|`[^`\n]{1,500}`|^>.*$/gm, (code) =>
    ' '.repeat(code.length),
  )
  const found = new Map<number, Leftover>()
  for (const { kind, pattern } of patterns) {
    let count = 0
    for (const match of text.matchAll(pattern)) {
      const [whole] = match
      const index = match.index + whole.length - whole.trimStart().length
      const isTag = kind === 'placeholder' && ofService.test(whole)
      found.set(index, { kind: isTag ? 'service-tag' : kind, text: whole.trim(), index })
      if (++count >= most) break
    }
  }
  return [...found.values()].toSorted((one, other) => one.index - other.index)
}

const isPlaceholder = ({ kind }: Leftover) => kind === 'placeholder' || kind === 'empty-value'

/** The first place that was not filled in; null where there is none. */
export const placeholderIn = (text: string): string | null =>
  leftoversIn(text, 5).find(isPlaceholder)?.text ?? null

const placeInAddress =
  /\{\{|%7B%7B|\$!?(?:\{|%7B)|<%|%3C%25|\*\|[A-Z0-9_:]{1,60}\|\*|%%[a-z]\w{0,60}%%|(?:\{|%7B)[a-z_]\w{0,40}(?:\}|%7D)/i
/** References of programming languages have pages of these names. */
const emptyInAddress =
  /(?<!\/wiki|\/Global_Objects|\/Operators|\/package|\/tagged|\/tags?)[/=](?:undefined|null|NaN|\[object(?:%20| |\+)[A-Za-z]{1,20}\])(?=[/?&#]|$)/

export function leftoverInAddress(href: string): Omit<Leftover, 'index'> | null {
  const [place] = placeInAddress.exec(href) ?? []
  if (place !== undefined) {
    return { kind: ofService.test(href) ? 'service-tag' : 'placeholder', text: place }
  }
  const [value] = emptyInAddress.exec(href) ?? []
  return value === undefined ? null : { kind: 'empty-value', text: value }
}

export function placeholderInAddress(href: string): string | null {
  const found = leftoverInAddress(href)
  return found && found.kind !== 'service-tag' ? found.text : null
}

const isOwn = createNetworks(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 loopback :: fc00::/7 fe80::/10'.split(
    ' ',
  ),
)

/** RFC 2606, RFC 6761, RFC 6762, RFC 8375 and RFC 9476, and names that routers give. */
const reserved =
  /(?:^|\.)(?:localhost|local|test|example|invalid|internal|localdomain|lan|alt|home\.arpa)$/

/** Whether a host, as a URL has it, is one that nobody but its developers reaches. */
export function isDevHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  return isOwn(name) || reserved.test(name) || !/[.:]/.test(name)
}
