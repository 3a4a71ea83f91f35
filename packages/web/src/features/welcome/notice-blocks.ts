/** A part of a notice: what of Markdown plain text needs, and nothing that could be more than text. */
export type NoticeBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }

/** `#` begins a heading, `-` or `*` an item of a list; an empty line ends a paragraph. */
export function noticeBlocks(source: string): NoticeBlock[] {
  const blocks: NoticeBlock[] = []
  let open: NoticeBlock | null = null
  for (const line of source.split(/\r\n|\r|\n/)) {
    const text = line.trim()
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(text)?.[1]
    const item = /^[-*]\s+(.+)$/.exec(text)?.[1]
    if (text === '') open = null
    else if (heading !== undefined) {
      blocks.push({ kind: 'heading', text: heading })
      open = null
    } else if (item !== undefined) {
      if (open?.kind !== 'list') blocks.push((open = { kind: 'list', items: [] }))
      open.items.push(item)
    } else if (open?.kind === 'list') {
      open.items.push(`${open.items.pop() ?? ''} ${text}`)
    } else if (open?.kind === 'paragraph') open.text += ` ${text}`
    else blocks.push((open = { kind: 'paragraph', text }))
  }
  return blocks
}
