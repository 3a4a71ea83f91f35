/**
 * Shows a mail as a light or a dark client would, not as the user's own system prefers: a frame
 * takes its preference from the system, so the mail's own questions about it are answered here.
 */

const question = /\(\s*prefers-color-scheme\s*(?::\s*([a-z-]+)\s*)?\)/gi
const always = '(min-width: 0px)'
const never = '(max-width: 0px)'

/** CSS, or a media query, with every question about the preferred scheme answered. */
export function answerScheme(css: string, dark: boolean): string {
  return css.replace(question, (_, asked: string | undefined) =>
    asked === undefined || asked.toLowerCase() === (dark ? 'dark' : 'light') ? always : never,
  )
}

/** Whether a mail brings a dark look of its own. To be asked before its metas are taken out. */
export function hasDarkLook(html: string): boolean {
  return /prefers-color-scheme\s*:\s*dark|(?:supported-)?color-schemes?["'\s]{0,9}(?:content=|:)[^;}>]{0,40}dark/i.test(
    html,
  )
}

export function answerSchemeIn(document: Document, dark: boolean): void {
  for (const style of document.querySelectorAll('style')) {
    style.textContent = answerScheme(style.textContent, dark)
  }
  for (const element of document.querySelectorAll('[media]')) {
    element.setAttribute('media', answerScheme(element.getAttribute('media') ?? '', dark))
  }
}
