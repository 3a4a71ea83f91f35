import { attribute, type HtmlTree, nodesOf } from '../../mail/html-tree.ts'
import type { Add } from '../accessibility-rules.ts'
import type { Seen } from '../look/page.ts'

/** What holds for the mail as a whole: its language, its direction, its title. */
export function checkDocument(tree: HtmlTree, page: readonly Seen[], add: Add): void {
  const elements = page.map(({ element }) => element)
  const html = elements.find(({ tagName }) => tagName === 'html') ?? null
  const withLang = elements.filter((element) => attribute(element, 'lang')?.trim())
  if (html && !withLang.includes(html)) add('lang', 'The html element has no lang.', html)
  else if (withLang.length === 1) add('lang-wrapper', 'No element but html has a lang.', html)
  if (!elements.some((element) => attribute(element, 'dir')) && isFromRight(page)) {
    add('dir', 'The text runs from right to left, and no element has a dir.', html)
  }
  const title = elements.find(({ tagName }) => tagName === 'title') ?? null
  const [text] = title?.childNodes ?? []
  if (!(text && 'value' in text && text.value.trim())) {
    add('title', title ? 'The title is empty.' : 'There is no title.', title)
  }
  const ids = new Map<string, number>()
  for (const element of elements) {
    const setting = forbidsZoom(element)
    if (setting) add('viewport', `${setting} forbids to zoom.`, element)
    const id = attribute(element, 'id')?.trim() || null
    if (id === null) continue
    ids.set(id, (ids.get(id) ?? 0) + 1)
    if (ids.get(id) === 2) {
      add('duplicate-id', `Another element has the id “${id.slice(0, 60)}”.`, element)
    }
  }
  checkVml(tree, add)
}

function isFromRight(page: readonly Seen[]): boolean {
  let [fromRight, letters] = [0, 0]
  for (const { ownText } of page) {
    fromRight += ownText.match(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu)?.length ?? 0
    letters += ownText.match(/\p{L}/gu)?.length ?? 0
  }
  return fromRight * 2 > letters
}

/** The setting of a viewport that does so. */
function forbidsZoom(element: Seen['element']): string | undefined {
  if (element.tagName !== 'meta') return undefined
  if (attribute(element, 'name')?.toLowerCase() !== 'viewport') return undefined
  const settings = (attribute(element, 'content') ?? '').slice(0, 500).toLowerCase().split(/[;,]/)
  return settings.find((setting) => {
    const [name, value = ''] = setting.split('=').map((part) => part.trim())
    const most = Number.parseFloat(value)
    if (name === 'user-scalable') return value === 'no' || (most > -1 && most < 1)
    return name === 'maximum-scale' && most >= 0 && most < 2
  })
}

/** Outlook for Windows reads VML in comments. */
function checkVml({ document }: HtmlTree, add: Add): void {
  for (const node of nodesOf(document)) {
    if (!('data' in node)) continue
    for (const [, name = '', attributes = ''] of node.data.matchAll(/<v:([a-z]+)([^<>]*)/gi)) {
      const isImage = name.toLowerCase() === 'image'
      if (isImage && !/\salt\s?=/i.test(attributes)) add('vml', 'A v:image has no alt.', null)
      if (/\shref\s?=/i.test(attributes)) add('vml', `A v:${name.slice(0, 20)} is a link.`, null)
    }
  }
}
