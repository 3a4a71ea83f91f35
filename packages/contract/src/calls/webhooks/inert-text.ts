/**
 * Text of strangers where programs show it: it mentions nobody, and makes no link and no form of its own. Programs make
 * links of names and addresses by themselves, so these are broken by a space that has no width. Pure.
 */

const gap = '\u200B'
// A text stays on the line that it is shown in, and in the direction of that line.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu

export const inertText = (text: string): string =>
  text
    .replaceAll(invisible, ' ')
    .replaceAll('@', `@${gap}`)
    .replaceAll(/(?<=[a-z+.-]):(?=\S)|:(?=\/\/)/gi, `:${gap}`)
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, `.${gap}`)

/** CommonMark takes a backslash before any punctuation of ASCII, and Discord before any sign. */
export const inertMarkdown = (text: string): string =>
  inertText(text).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
