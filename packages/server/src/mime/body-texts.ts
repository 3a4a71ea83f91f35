import type { Part } from './parts.ts'

/**
 * Says of the parts of a mail, each asked for once and in order, which are text to be shown as the
 * mail. Text with the name of a file is one to open when other text of its branch came before,
 * where a branch is one of the forms that a multipart/alternative offers, or else the mail:
 * `log.txt` is not part of the text in front of it, but a text that stands alone may have a name.
 */
export function createBodyTexts(): (part: Part) => boolean {
  const withText = new Set<Part>()

  function branchOf(part: Part): Part {
    const { parent } = part
    return !parent || parent.type === 'multipart/alternative' ? part : branchOf(parent)
  }

  return (part) => {
    if (!isText(part)) return false
    if (isNamed(part) && withText.has(branchOf(part))) return false
    for (let at: Part | null = part; at; at = at.parent) withText.add(at)
    return true
  }
}

/** A multipart without any boundary line counts as one part: its body is all there is to read. */
function isText({ type, disposition }: Part): boolean {
  if (disposition?.value === 'attachment') return false
  return type === 'text/plain' || type === 'text/html' || type.startsWith('multipart/')
}

function isNamed({ parameters, disposition }: Part): boolean {
  return Boolean(disposition?.parameters.get('filename') || parameters.get('name'))
}
