import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names the build of the web app, by the name in its page; null for one without a name. The page is read again when
 * it has changed, so that it is always the build that browsers get.
 */
export function createWebBuild(webRoot: string | null): () => string | null {
  if (webRoot === null) return () => null
  const page = join(webRoot, 'index.html')
  let read: { version: string; name: string | null } | null = null
  return () => {
    try {
      const { ino, mtimeMs, size } = statSync(page)
      const version = `${ino} ${mtimeMs} ${size}`
      if (read?.version !== version) read = { version, name: nameIn(readFileSync(page, 'utf8')) }
      return read.name
    } catch {
      // There is no page in the middle of a build.
      return null
    }
  }
}

const nameIn = (page: string) => /<meta name="build" content="([\w-]+)"/.exec(page)?.[1] ?? null
