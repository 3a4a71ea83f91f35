import type { DarkMode } from './dark-colors.ts'

/**
 * Shows a mail as a light or a dark client would. A frame follows the preference of the system, so the
 * media queries about it are replaced in the mail.
 */

const question = /\(\s*prefers-color-scheme\s*(?::\s*([a-z-]+)\s*)?\)/gi
const always = '(min-width: 0px)'
const never = '(max-width: 0px)'

/** CSS, or a media query, with every `prefers-color-scheme` replaced by true or false. */
export function answerScheme(css: string, dark: boolean): string {
  return css.replace(question, (_, asked: string | undefined) =>
    asked === undefined || asked.toLowerCase() === (dark ? 'dark' : 'light') ? always : never,
  )
}

/** Whether a mail has a dark look of its own. Call this before its `meta` elements are removed. */
export function hasDarkLook(html: string): boolean {
  return /prefers-color-scheme\s*:\s*dark|(?:supported-)?color-schemes?["'\s]{0,9}(?:content=|:)[^;}>]{0,40}dark/i.test(
    html,
  )
}

/** How a mail is shown in the dark unless the reader chooses: as its author wants it, or else by the change that is seen best. */
export const darkModeOf = (html: string, chosen: DarkMode | null): DarkMode =>
  chosen ?? (hasDarkLook(html) ? 'authored' : 'gmail')

export function answerSchemeIn(document: Document, dark: boolean): void {
  for (const style of document.querySelectorAll('style')) {
    style.textContent = answerScheme(style.textContent, dark)
  }
  for (const element of document.querySelectorAll('[media]')) {
    element.setAttribute('media', answerScheme(element.getAttribute('media') ?? '', dark))
  }
}
