import type { Plugin } from 'rolldown'

/**
 * Packages that others import for what this server never asks of them: Fastify's own schemas and
 * `inject`, files of `@fastify/static` that are found once and kept, the types that a request of
 * Socket.IO accepts, and what fetches logos in `mailauth`. Code that is not run still takes memory, as the source of its file.
 */
const unused = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'glob',
  'light-my-request',
  'mime-db',
]
const isUnused = (id: string, importer = ''): boolean =>
  unused.includes(id) || (id.startsWith('./bimi') && /[/\\]mailauth[/\\]/.test(importer))
const nothing = '\0nothing'

/** Puts an empty module in place of each: what is asked of it after all is an error. */
export function unusedPackages(): Plugin {
  return {
    name: 'unused-packages',
    resolveId: (id, importer) => (isUnused(id, importer) ? nothing : undefined),
    load: (id) => (id === nothing ? 'module.exports = {}' : undefined),
  }
}
