/**
 * For many tags browsers search all open elements, so that 400 KB of `<div>` block a page for 20 seconds.
 * No ordinary mail nests its elements so deeply, nor leaves so many of them open.
 */
const mostOpen = 1_000

/** No name in use is longer. */
const tag = /<(\/?)([a-z][^\s/>]{0,60})/gi

/** Elements that the next tag closes, or that are never open. */
const neverDeep = new Set(
  'area base br col colgroup dd dt embed hr img input li link meta optgroup option p param source tbody td tfoot th thead tr track wbr'.split(
    ' ',
  ),
)

/** Whether markup has too many open elements for a browser to parse quickly. */
export function isTooDeep(html: string): boolean {
  const openOf = new Map<string, number>()
  let open = 0
  for (const [, closes, written = ''] of html.matchAll(tag)) {
    const name = written.toLowerCase()
    if (neverDeep.has(name)) continue
    const before = openOf.get(name) ?? 0
    if (closes !== '' && before === 0) continue
    const step = closes === '' ? 1 : -1
    openOf.set(name, before + step)
    open += step
    if (open > mostOpen) return true
  }
  return false
}
