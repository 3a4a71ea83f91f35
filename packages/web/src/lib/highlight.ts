import { useQuery } from '@tanstack/react-query'
import type { GrammarState, HighlighterCore } from 'shiki/core'
import { useIsDark } from './appearance.ts'
import { queryKeys } from './api/queries.ts'

/** A line of code in pieces of one colour each. */
export type ColouredLine = { content: string; color: string | undefined }[]

const themes = { light: 'github-light-default', dark: 'github-dark-default' } as const

const languages = {
  dotenv: () => import('shiki/langs/dotenv.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  properties: () => import('shiki/langs/properties.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
}

export type CodeLanguage = keyof typeof languages

/**
 * Longer lines stay plain, for example markup that is all on one line: the time for a line can grow
 * with the square of its length.
 */
const colouredLineLength = 2_000
/** The first lines of a language also wait for its patterns to be compiled. */
const lineTimeMs = 1_500
/** How much is highlighted without a pause. In the pauses, the page handles input. */
const charactersInOneGo = 2_000

/** The highlighter without a language, in a chunk that is loaded when code is shown. */
const loadHighlighter = once(async () => {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ])
  return createHighlighterCore({
    engine: createJavaScriptRegexEngine(),
    themes: [
      import('shiki/themes/github-light-default.mjs'),
      import('shiki/themes/github-dark-default.mjs'),
    ],
    langs: [],
  })
})

export async function highlight(
  code: string,
  language: CodeLanguage,
  dark: boolean,
): Promise<ColouredLine[]> {
  const highlighter: HighlighterCore = await loadHighlighter()
  await highlighter.loadLanguage(languages[language]())
  const coloured: ColouredLine[] = []
  let grammarState: GrammarState | undefined
  for (const lines of runsOfLines(code)) {
    if (grammarState) await new Promise((resolve) => setTimeout(resolve))
    const { tokens, ...end } = highlighter.codeToTokens(lines, {
      lang: language,
      theme: dark ? themes.dark : themes.light,
      tokenizeMaxLineLength: colouredLineLength,
      tokenizeTimeLimit: lineTimeMs,
      ...(grammarState && { grammarState }),
    })
    grammarState = end.grammarState
    for (const line of tokens) coloured.push(line.map(({ content, color }) => ({ content, color })))
  }
  return coloured
}

/** Highlighted code, in the theme that is shown; undefined until it is there. */
export function useHighlighted(code: string, language: CodeLanguage, enabled = true) {
  const dark = useIsDark()
  return useQuery({
    queryKey: queryKeys.highlighted(code, language, dark),
    queryFn: () => highlight(code, language, dark),
    enabled,
    staleTime: Infinity,
    retry: false,
  }).data
}

/** Whole lines, some at a time. */
function* runsOfLines(code: string): Generator<string> {
  let run: string[] = []
  let length = 0
  for (const line of code.split(/\r?\n/)) {
    if (run.length > 0 && length + line.length > charactersInOneGo) {
      yield run.join('\n')
      run = []
      length = 0
    }
    run.push(line)
    length += line.length + 1
  }
  yield run.join('\n')
}

/** The same promise for every caller; a new one after a failure. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null
      throw error
    })
    return loaded
  }
}
