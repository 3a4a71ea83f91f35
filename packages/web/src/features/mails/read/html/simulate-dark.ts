import { colorProperties, darkColor, type Simulation } from './dark-colors.ts'

/** Longer CSS would block the page while it is rewritten. */
const longestCss = 256 * 1024
const mostStyled = 20_000

/**
 * Rewrites the colors of a mail as a client in dark mode does. The browser reads its CSS into style sheets that belong to
 * no document: they apply to nothing and fetch nothing. Returns false where there is too much of it.
 */
export function simulateDark(document: Document, mode: Simulation): boolean {
  const sheets = [...document.querySelectorAll('style')]
  const styled = [...document.querySelectorAll<HTMLElement>('[style]')]
  const css = [...sheets.map(({ textContent }) => textContent), ...styled.map(attributeOf)]
  const length = css.reduce((sum, text) => sum + text.length, 0)
  if (length > longestCss || styled.length > mostStyled) return false
  for (const sheet of sheets) sheet.textContent = darkCss(sheet.textContent, mode)
  for (const element of styled) darkenInline(element, mode)
  const own = document.createElement('style')
  own.textContent = darkAttributes(document, mode).join('')
  document.head.prepend(own)
  // The rules of authors for Outlook.com also ask whether anything around an element has changed.
  if (mode === 'outlook') {
    for (const name of ['data-ogsc', 'data-ogsb']) document.body.toggleAttribute(name, true)
  }
  return true
}

const attributeOf = (element: Element) => element.getAttribute('style') ?? ''

function darkCss(css: string, mode: Simulation): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const left: CSSRule[] = [...sheet.cssRules]
  for (let rule = left.pop(); rule !== undefined; rule = left.pop()) {
    // What an author wrote for the changed colors stays.
    if (rule instanceof CSSStyleRule && rule.selectorText.includes('data-ogs')) continue
    if ('style' in rule && rule.style instanceof CSSStyleDeclaration) darken(rule.style, mode)
    if (!('cssRules' in rule) || !(rule.cssRules instanceof CSSRuleList)) continue
    for (const inner of rule.cssRules) left.push(inner)
  }
  // Strings come without their escapes, and could end the element.
  return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(/<(?=[/!])/g, '\\3c ')).join('')
}

/** Outlook.com keeps the colors of an attribute `style` beside it. */
function darkenInline(element: HTMLElement, mode: Simulation): void {
  const { color, backgroundColor } = element.style
  darken(element.style, mode)
  if (mode !== 'outlook') return
  if (color !== '') element.setAttribute('data-ogsc', color)
  if (backgroundColor !== '') element.setAttribute('data-ogsb', backgroundColor)
}

function darken(style: CSSStyleDeclaration, mode: Simulation): void {
  // Otherwise a mail that is light only would have the light canvas behind its dark colors.
  style.removeProperty('color-scheme')
  for (const name of Array.from(style)) {
    const use = colorProperties.get(name)
    const color = use && darkColor(mode, use, style.getPropertyValue(name))
    if (color) style.setProperty(name, color, style.getPropertyPriority(name))
  }
  // A variable stands for all parts of the shorthand, which then have no values of their own.
  const whole = style.getPropertyValue('background')
  const color = whole.startsWith('var(') && darkColor(mode, 'surface', whole)
  if (color) style.setProperty('background', color, style.getPropertyPriority('background'))
}

/** Attributes that are colors, with what they color, and the one in which Outlook.com keeps them. */
const attributes = [
  {
    on: ':is(body,table,thead,tbody,tfoot,tr,td,th)',
    name: 'bgcolor',
    target: '',
    property: 'background-color',
    kept: 'data-ogab',
  },
  { on: 'font', name: 'color', target: '', property: 'color', kept: 'data-ogac' },
  { on: 'body', name: 'text', target: '', property: 'color', kept: 'data-ogac' },
  { on: 'body', name: 'link', target: ' :any-link', property: 'color', kept: null },
]

/** More different colors than any mail has. */
const mostColors = 500

/** Rules that any other rule of the mail outweighs, as it does an attribute. */
function darkAttributes(document: Document, mode: Simulation): string[] {
  const rules = new Set<string>()
  for (const { on, name, target, property, kept } of attributes) {
    for (const element of document.querySelectorAll(`${on}[${name}]`)) {
      const written = element.getAttribute(name) ?? ''
      const color = colorOf(written)
      const dark = color && darkColor(mode, colorProperties.get(property) ?? 'text', color)
      if (!dark || rules.size >= mostColors) continue
      rules.add(`:where(${on}[${name}="${written}"]${target}){${property}:${dark}}`)
      if (mode === 'outlook' && kept !== null) element.setAttribute(kept, written)
    }
  }
  return [...rules]
}

/** The color of an attribute as CSS writes it: a name, or a number, which an attribute may have without its sign. */
function colorOf(written: string): string | null {
  if (/^#?[0-9a-f]{6}$/i.test(written)) return `#${written.replace('#', '')}`
  return /^(?:#[0-9a-f]{3}|[a-z]{3,30})$/i.test(written) ? written : null
}
