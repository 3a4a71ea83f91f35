type Reading<Part> = {
  isText: (part: Part) => boolean
  isNamed: (part: Part) => boolean
  isAlternative: (multipart: Part) => boolean
  parentOf: (part: Part) => Part | null | undefined
}

/**
 * Says of the parts of a mail, each asked for once and in order, which are text to be shown as the mail.
 * Text with the name of a file is one to open when other text of its branch came before, where a branch
 * is one of the forms that a multipart/alternative offers, or else the mail: `log.txt` is no part of
 * the letter in front of it, but a letter may have a name.
 */
export function createBodyTexts<Part extends object>(
  reading: Reading<Part>,
): (part: Part) => boolean {
  const { isText, isNamed, isAlternative, parentOf } = reading
  const withText = new Set<Part>()

  function branchOf(part: Part): Part {
    const parent = parentOf(part)
    return !parent || isAlternative(parent) ? part : branchOf(parent)
  }

  return (part) => {
    if (!isText(part)) return false
    if (isNamed(part) && withText.has(branchOf(part))) return false
    for (let at: Part | null | undefined = part; at; at = parentOf(at)) withText.add(at)
    return true
  }
}
