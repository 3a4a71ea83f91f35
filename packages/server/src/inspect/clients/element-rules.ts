import { attribute, type Element } from '../mail/html-tree.ts'

type ElementRule = {
  rule: 'script' | 'frame' | 'object' | 'form' | 'external-style'
  /** The feature of caniemail that says the same. */
  slug: string | null
  is(element: Element): boolean
}

/** Elements that no client or few accept. */
export const elementRules: readonly ElementRule[] = [
  { rule: 'script', slug: null, is: isScript },
  { rule: 'frame', slug: null, is: ({ tagName }) => tagName === 'iframe' || tagName === 'frame' },
  {
    rule: 'object',
    slug: 'html-object',
    is: ({ tagName }) => tagName === 'object' || tagName === 'embed',
  },
  { rule: 'form', slug: 'html-form', is: ({ tagName }) => tagName === 'form' },
  { rule: 'external-style', slug: 'html-link', is: isStyleElsewhere },
]

/** A type that no browser runs makes it data. */
export function isScript(element: Element): boolean {
  if (element.tagName !== 'script') return false
  const type = attribute(element, 'type')?.trim().toLowerCase() ?? ''
  return (
    type === '' ||
    type === 'module' ||
    /^(?:text|application)\/(?:x-)?(?:java|ecma)script/.test(type)
  )
}

const fontServices =
  /^(?:https?:)?\/\/(?:fonts\.googleapis\.com|use\.typekit\.net|p\.typekit\.net|fonts\.bunny\.net|use\.fontawesome\.com|cloud\.typography\.com|fast\.fonts\.net)\//i

function isStyleElsewhere(element: Element): boolean {
  if (element.tagName !== 'link') return false
  const [rel = '', href = ''] = [attribute(element, 'rel'), attribute(element, 'href')]
  return /\bstylesheet\b/i.test(rel) && href.trim() !== '' && !fontServices.test(href.trim())
}
