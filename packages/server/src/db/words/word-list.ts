import { searchFields, type SearchEntry, type SearchField } from './search-index.ts'

// The words of a mail as one text.

/** What each word of a field begins with. No word holds a slash, so a mark is never part of one. */
export const fieldMarks: Record<SearchField, string> = {
  facts: '',
  sender: 'a/',
  recipients: 'b/',
  subject: 'c/',
  body: '',
}

/** What a word of any text may begin with. */
export const textMarks = ['', 'a/', 'b/', 'c/']

/**
 * An index takes words of so many UTF-16 units, which are three bytes of UTF-8 at most. Only facts can be so long: words of texts are cut.
 */
const longestWord = 680
const longestList = 300_000

/**
 * The words of a mail as its index is made of them (`postgres/words/`): each between two spaces, first the facts, then the
 * texts in their order. A word of a short field begins with the mark of its field.
 */
export function wordText(entry: SearchEntry): string {
  const fields = searchFields.map((field) => {
    const words = field === 'facts' ? withoutLongWords(entry.facts) : entry[field]
    const mark = fieldMarks[field]
    return mark === '' || words === '' ? words : mark + words.replaceAll(' ', ` ${mark}`)
  })
  const all = fields.filter(Boolean)
  return all.length === 0 ? ' ' : bounded(` ${all.join(' ')} `)
}

/** Words beyond what an index takes are left out. */
function bounded(list: string): string {
  return list.length <= longestList ? list : list.slice(0, list.lastIndexOf(' ', longestList) + 1)
}

function withoutLongWords(words: string): string {
  if (words.length <= longestWord) return words
  return words
    .split(' ')
    .filter((word) => word.length <= longestWord)
    .join(' ')
}
