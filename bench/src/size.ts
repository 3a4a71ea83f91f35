import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from './inbox/start-postgres.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { sizeTable } from './report/size-table.ts'
import { measureSize, type SizeResult } from './size/measure-size.ts'
import { mailKinds } from './size/mail-kinds.ts'

/**
 * npm run bench:size: the bytes that a mail takes on each database, by table and index, and the bytes of its
 * write-ahead log. With --before <checkout>, the same mails are caught by the code of that checkout too.
 */
const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '20000' },
    before: { type: 'string' },
    only: { type: 'string' },
  },
})
const mails = Number(values.mails)
const roots = {
  ...(values.before !== undefined && { before: resolve(values.before) }),
  now: resolve(import.meta.dirname, '../..'),
}
const databases = ['SQLite', 'Postgres'].filter(
  (name) => !values.only || name.toLowerCase().startsWith(values.only),
)
const where = circumstances()
const names = Object.keys(roots).flatMap((root) => mailKinds.map(({ name }) => `${root}_${name}`))
const urls = databases.includes('Postgres') ? await startPostgres(names) : []
const results: SizeResult[] = []
for (const database of databases) {
  for (const kind of mailKinds) {
    for (const [code, root] of Object.entries(roots)) {
      const databaseUrl =
        database === 'Postgres' ? (urls[names.indexOf(`${code}_${kind.name}`)] ?? null) : null
      results.push(await measureSize({ root, code, database, databaseUrl, kind, mails }))
    }
    const those = results.filter((one) => one.database === database && one.kind === kind.name)
    console.log(`${sizeTable(those)}\n`)
  }
}
console.log(`Every number: ${keepResults('size', where, { mails, results })}`)
process.exit(0)
