import { emailHtml, stopWords, type Draft } from './email-html.ts'

export type EmailTemplate = {
  subject: string
  text: string
  html: string
  link: string
  stopUrl?: string
}

/** One plain email, as text and as HTML that says the same. */
export function writeTemplate(draft: Draft): EmailTemplate {
  const { subject, greeting, paragraphs, action, closing, stopUrl } = draft
  const parts = [greeting, ...paragraphs, `${action.label}: ${action.url}`, closing]
  if (stopUrl !== undefined) parts.push(`${stopWords}: ${stopUrl}`)
  const stop = stopUrl === undefined ? {} : { stopUrl }
  const text = `${parts.join('\n\n')}\n`
  return { subject, text, html: emailHtml(draft), link: action.url, ...stop }
}

/**
 * A name that a stranger chose, for a mail we send to a third person: as it was written, but
 * without anything that a mail program could show as a link, an address, markup or a new line.
 */
export function plainName(name: string): string {
  const { foreign, emoji, saysSomething, joiningDot } = (patterns ??= makePatterns())
  const written = name
    .replaceAll(foreign, (found) => (emoji.test(found) ? found : ' '))
    .replaceAll(joiningDot, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return saysSomething.test(written) ? cut(written) : ''
}

/** Emoji are found whole, as the joiners within them are of no use to a name otherwise. */
function makePatterns() {
  return {
    foreign: /\p{RGI_Emoji}|[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\x26'"‘’“”,.\-\(\)!+]/gv,
    emoji: /^\p{RGI_Emoji}$/v,
    saysSomething: /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/v,
    /**
     * Any dot but the one that ends a word or an initial (no domain ends in a single letter) and the
     * one of a number: `evil.example` is a link to most programs, `Inc.`, `J.R.R.`, `2.0` to none.
     */
    joiningDot:
      /(?<=www)\.|(?<!(?<![^ \(])\d+(?=\.\d+(?![^ \),!])))\.(?!(?:\p{L}\p{M}*)?(?:[ .,!\)'"’”]|$))/giv,
  }
}

// Compiled late: they are so large that the start would be slower.
let patterns: ReturnType<typeof makePatterns> | undefined

const nameLength = 60

/** Never within one visible character. */
function cut(name: string): string {
  if (name.length <= nameLength) return name
  const signs = [...new Intl.Segmenter('en').segment(name)]
  const end = signs.find(({ index, segment }) => index + segment.length > nameLength)
  return name.slice(0, end?.index).trim()
}
