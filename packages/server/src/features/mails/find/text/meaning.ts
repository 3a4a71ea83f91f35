import { joined, not, type MailSearch } from '../mail-condition.ts'
import type { SearchClock } from './days.ts'
import { termMeaning } from './operators.ts'
import type { SearchTree } from './tree.ts'

/**
 * Which mail a search means, at a moment. What holds no word, such as a lone `!`, asks for nothing:
 * it is left out, and null is left when nothing else was asked for.
 */
export function searchMeaning(tree: SearchTree, clock: SearchClock): MailSearch | null {
  if (tree.kind === 'not') {
    const part = searchMeaning(tree.part, clock)
    return part && not(part)
  }
  if (tree.kind !== 'and' && tree.kind !== 'or') return termMeaning(tree, clock)
  const parts = tree.parts.map((part) => searchMeaning(part, clock))
  return joined(tree.kind === 'and' ? 'all' : 'any', parts)
}
