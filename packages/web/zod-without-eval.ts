import type { Plugin } from 'vite'

/**
 * Keeps zod from compiling its checks by `new Function`. The content policy forbids that, and browsers
 * report even the attempt, which zod makes when it is loaded. So in a build zod is set up by its own
 * first module: a schema is made as soon as the contract is loaded, before any code of ours runs.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/]core[.]js$/ },
      handler: (code) => ({ code: `${code}\nconfig({ jitless: true })\n`, map: null }),
    },
  }
}
