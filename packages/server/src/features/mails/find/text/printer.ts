import type { SearchTerm, SearchTree } from './tree.ts'

/** The text of a search, which parses to the same tree. */
export function printSearch(tree: SearchTree | null): string {
  return tree === null ? '' : print(tree)
}

function print(tree: SearchTree): string {
  if (tree.kind === 'or') return tree.parts.map(print).join(' OR ')
  if (tree.kind === 'and') {
    return tree.parts
      .map((part) => (part.kind === 'or' ? inParentheses(part) : print(part)))
      .join(' ')
  }
  if (tree.kind !== 'not') return printTerm(tree)
  return `-${isGroup(tree.part) ? inParentheses(tree.part) : print(tree.part)}`
}

const inParentheses = (tree: SearchTree) => `(${print(tree)})`
const isGroup = (tree: SearchTree) => tree.kind === 'and' || tree.kind === 'or'

function printTerm(term: SearchTerm): string {
  switch (term.kind) {
    case 'text':
      return (term.field === null ? '' : `${term.field}:`) + printText(term)
    case 'header':
      return `header:${term.name}${term.text === null ? '' : `=${printText({ ...term, text: term.text })}`}`
    case 'tag':
      return `tag:${printText({ text: term.key, phrase: term.key.includes(' ') })}`
    case 'has':
    case 'is':
      return `${term.kind}:${term.what}`
    case 'larger':
    case 'smaller':
      return `${term.kind}:${printSize(term.bytes)}`
    case 'after':
    case 'before':
      return `${term.kind}:${term.day}`
    case 'on':
    case 'dated':
      return `${term.kind}:${printDays(term)}`
    case 'newer_than':
    case 'older_than':
      return `${term.kind}:${term.amount}${term.unit}`
  }
}

const printDays = ({ from, to }: { from: string | null; to: string | null }) =>
  from === to ? String(from) : `${from ?? ''}..${to ?? ''}`

const printText = ({ text, phrase }: { text: string; phrase: boolean }) =>
  phrase ? `"${text}"` : text

function printSize(bytes: number): string {
  if (bytes > 0 && bytes % 1_024 ** 2 === 0) return `${bytes / 1_024 ** 2}M`
  if (bytes > 0 && bytes % 1_024 === 0) return `${bytes / 1_024}K`
  return String(bytes)
}
