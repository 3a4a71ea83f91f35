/** Separates two cells of a row. */
export const cellEnd = '\t'

/** Collects text into lines as a reader sees them: white space is one space, and no line is empty. */
export function createLines() {
  const lines: string[] = []
  let line = ''
  let isPreformatted = false

  function add(text: string): void {
    if (isPreformatted && text.includes('\n')) {
      const [first = '', ...others] = text.split('\n')
      line += first
      for (const other of others) {
        endLine()
        line = other
      }
    } else line += text
  }

  function endCell(): void {
    if (line !== '') line += cellEnd
  }

  function endLine(): void {
    if (line === '') return
    const read = readable(line)
    if (read !== '') lines.push(read)
    line = ''
  }

  return {
    add,
    endCell,
    endLine,
    keepsBreaks: (keeps: boolean) => void (isPreformatted = keeps),
    finish(): string[] {
      endLine()
      return lines
    },
  }
}

export function textLines(text: string): string[] {
  return text.split('\n').flatMap((line) => readable(line) || [])
}

/** One line with single spaces, without invisible characters; cells stay apart. */
export function readable(line: string): string {
  return visible(line)
    .replaceAll(/[^\S\t]+/g, ' ')
    .replaceAll(/ ?\t[ \t]*/g, cellEnd)
    .trim()
}

export const visible = (text: string): string =>
  unseen.test(text) ? text.replaceAll(unseenAll, '') : text

const unseenCharacters =
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0]'
const unseen = new RegExp(unseenCharacters)
const unseenAll = new RegExp(unseenCharacters, 'g')
