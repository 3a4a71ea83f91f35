import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Names a build in its page, by the names of its files, which carry a hash of their contents. A page that
 * is open during an upgrade so learns that the server has another build.
 */
export function buildName(): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) => [
        {
          tag: 'meta',
          attrs: { name: 'build', content: nameOf(Object.keys(bundle)) },
          injectTo: 'head',
        },
      ],
    },
  }
}

const nameOf = (files: string[]) =>
  createHash('sha256').update(files.toSorted().join('\n')).digest('hex').slice(0, 16)
