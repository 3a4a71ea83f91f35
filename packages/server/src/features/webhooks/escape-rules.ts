/**
 * Texts of mails in messages to chats: they mention nobody, and make no link and no form of their own. Programs make
 * links of names and addresses by themselves, so these are broken by a space that has no width. Pure.
 */
export type Escape = (text: string) => string

const gap = '\u200B'
// A text stays on the line that it is shown in, and in the direction of that line.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu

export const plain: Escape = (text) =>
  text
    .replaceAll(invisible, ' ')
    .replaceAll('@', `@${gap}`)
    .replaceAll(/\b([a-z][a-z0-9+.-]*:)(?=\S)/gi, `$1${gap}`)
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, `.${gap}`)

/** CommonMark takes a backslash before any punctuation of ASCII, and Discord before any sign. */
export const markdown: Escape = (text) => plain(text).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Slack reads no other sign where `mrkdwn` is off. */
export const slack: Escape = (text) =>
  plain(text).replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')

/** Cut between characters, not within one. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
