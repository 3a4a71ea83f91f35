import { backup, DatabaseSync } from 'node:sqlite'

/** 4 MB: a step is short, so that the threads that it shares with other work are soon free again. */
const pagesAtOnce = 1_024

/**
 * Copies a store that is in use, by a connection of its own. A read transaction holds the moment: without
 * one SQLite begins again whenever another connection has written. What is written meanwhile waits in the
 * log beside the file, which shrinks after the copy.
 */
export async function copyStore(file: string, copy: string, onStep: () => void): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await backup(source, copy, { rate: pagesAtOnce, progress: onStep })
  } finally {
    source.close()
  }
}
