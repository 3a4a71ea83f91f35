import type { CodeLanguage } from './code-examples.ts'

/** A line of code in pieces of one colour each. */
export type ColouredLine = { content: string; color: string | undefined }[]

const themes = { light: 'github-light-default', dark: 'github-dark-default' } as const

/** Only what the examples need of the highlighter, in a chunk that is loaded when they are shown. */
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
    langs: [
      import('shiki/langs/dotenv.mjs'),
      import('shiki/langs/javascript.mjs'),
      import('shiki/langs/python.mjs'),
      import('shiki/langs/csharp.mjs'),
      import('shiki/langs/ruby.mjs'),
    ],
  })
})

export async function highlight(
  code: string,
  language: CodeLanguage,
  dark: boolean,
): Promise<ColouredLine[]> {
  const highlighter = await loadHighlighter()
  const theme = dark ? themes.dark : themes.light
  const { tokens } = highlighter.codeToTokens(code, { lang: language, theme })
  return tokens.map((line) => line.map(({ content, color }) => ({ content, color })))
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
