import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A block of code of a document, which its reader copies. */
export type Block = {
  /** As `docs/guides/ci.md`. */
  file: string
  /** Of a fence; empty for an indented block. */
  language: string
  text: string
}

const root = resolve(import.meta.dirname, '../../../..')

const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`)

/** The documents whose commands are run. */
export const documents = ['README.md', 'packages/client/README.md', ...guides]

export function blocksOf(file: string): Block[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const language = /^```(\w*)/.exec(lines[at] ?? '')?.[1]
    const isCode = (line: string | undefined) =>
      language === undefined ? /^( {4}|$)/.test(line ?? '-') : !line?.startsWith('```')
    if (language === undefined && !/^ {4}\S/.test(lines[at] ?? '')) continue
    if (language !== undefined) at += 1
    const own: string[] = []
    for (; at < lines.length && isCode(lines[at]); at += 1) own.push(lines[at] ?? '')
    // The line behind an indented block may begin the next one; that behind a fence is its end.
    if (language === undefined) at -= 1
    const text = own.map((line) => (language === undefined ? line.slice(4) : line)).join('\n')
    blocks.push({ file, language: language ?? '', text: text.trim() })
  }
  return blocks
}

/** The one block of a document that begins so. */
export function blockOf(file: string, beginning: string): string {
  const found = blocksOf(file).filter(({ text }) => text.startsWith(beginning))
  if (found.length !== 1) throw new Error(`${file} has ${found.length} blocks with ${beginning}`)
  return found[0]?.text ?? ''
}
