import type { Plugin } from 'vite'

/**
 * Takes the languages that are embedded in others out of the grammars of the code examples, which embed none.
 * Ruby's alone would bring twelve more, 1.3 MB.
 */
export function plainGrammars(): Plugin {
  return {
    name: 'plain-grammars',
    apply: 'build',
    transform: {
      filter: { id: /@shikijs[\\/]langs[\\/]dist[\\/](ruby|php|elixir)[.]mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^(?:import .+|[.]{3}\w+,)$/gm, '')
          .replace(/(?<=\\"embeddedLangs\\":)\[[^\]]*\]/, '[]'),
        map: null,
      }),
    },
  }
}
