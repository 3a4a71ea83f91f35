import type { Plugin } from 'rolldown'

const light = '\0light-http'

/**
 * Node fills the names of `import … from 'node:http'` by reading every property of the module, and behind three of
 * them is its whole client of fetch and of websockets: two thirds of the processor time of a command, for
 * nothing. What the module is as CommonJS is read when it is asked for.
 */
export function lightHttp(): Plugin {
  return {
    name: 'light-http',
    resolveId: (id) => (/^(node:)?http$/.test(id) ? light : undefined),
    load: (id) =>
      id === light ? "module.exports = process.getBuiltinModule('node:http')" : undefined,
  }
}
