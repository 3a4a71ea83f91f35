// One breach of every promise that `npm run check` makes. Each is a set of files, most of which a
// clean checkout does not have, with the rule that must notice them and no other.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'

const server = 'packages/server/src'
const web = 'packages/web/src'
const mails = `${server}/features/mails`
const planted = `${server}/lib/planted.ts`
const inFeature = `${server}/features/planted/planted.ts`
const inWebFeature = `${web}/features/planted/planted.ts`
const constant = 'export const planted = 1\n'

/** @typedef {{ check: string, rule: string, files: Record<string, string> }} Breach */

/** @param {string} check @param {string} rule @param {string} file @param {[string, string]} change @returns {Breach} */
function changed(check, rule, file, [from, to]) {
  const text = readFileSync(join(root, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  return { check, rule, files: { [file]: text.replace(from, to) } }
}

/** What is wrong in one file of the server. @type {[check: string, rule: string, text: string, file?: string][]} */
const texts = [
  ['format', 'format', 'export const planted = "1";\n'],
  [
    'texts',
    'only-http-writes-security-headers',
    "export const planted = { 'content-security-policy': 'sandbox' }\n",
    `${mails}/planted.ts`,
  ],
  [
    'texts',
    'no-url-at-the-root',
    'export const planted = (base: URL) =>\n  new URL(\n    `/planted/${base.port}`,\n    base,\n  )\n',
  ],
  ['comments', 'dangling-comment', `/** For the operator of a team that is held. */\n${constant}`],
  [
    'comments',
    'dangling-comment',
    `/**\n * In lower case, where it is\n * compared: as it is.\n */\n${constant}`,
  ],
  ['comments', 'dangling-comment', `// Of these, the newest comes first.\n${constant}`],
  ['comments', 'dangling-comment', `// Those that are held.\n${constant}`],
  ['lint, types', 'eslint(eqeqeq)', 'export const planted = (a: number, b: number) => a == b\n'],
  [
    'lint, types',
    'typescript(no-floating-promises)',
    'const work = async () => 1\nexport const planted = () => {\n  work()\n}\n',
  ],
  ['lint, types', 'eslint(max-lines)', `${'// line\n'.repeat(400)}${constant}`],
  ['lint, types', 'node(no-process-env)', 'export const planted = process.env.HOME\n'],
  ['lint, types', 'eslint(no-console)', "export const planted = () => console.log('planted')\n"],
  [
    'lint, types',
    'eslint(no-restricted-globals)',
    "export const planted = () => fetch('http://planted.test')\n",
  ],
  ['lint, types', 'import(no-default-export)', 'export default 1\n'],
  ['lint, types', 'unicorn(filename-case)', constant, `${server}/lib/plantedFile.ts`],
  ['lint, types', 'TS2322', "export const planted: number = 'one'\n"],
  ['lint, types', 'TS1294', 'export enum Planted {\n  One,\n}\n'],
  ['dead code', 'unused or unlisted: files', constant],
  [
    'dead code',
    'unused or unlisted: unlisted',
    "import 'an-unlisted-package'\n",
    `${server}/lib/planted.test.ts`,
  ],
]

/** What a file must not import. @type {[rule: string, file: string, imported: string][]} */
const imports = [
  ['contract-imports-only-zod', 'packages/contract/src/planted.ts', 'node:fs'],
  [
    'server-and-web-meet-only-in-contract',
    `${web}/lib/planted.ts`,
    '../../../server/src/errors.ts',
  ],
  [
    'journeys-and-benchmarks-stand-apart',
    'packages/e2e/src/planted.ts',
    '../../server/src/errors.ts',
  ],
  [
    'journeys-and-benchmarks-stand-apart',
    'bench/src/planted.ts',
    '../../packages/server/src/errors.ts',
  ],
  ['client-stands-alone', 'packages/client/src/planted.ts', '@mailstop/contract'],
  ['client-needs-no-node', 'packages/client/src/planted.ts', 'node:fs'],
  ['scripts-need-only-node', 'scripts/lib/planted.mjs', 'zod'],
  ['adapters-do-not-know-features', planted, '../features/planted/planted.ts'],
  ['adapters-do-not-know-features', `${server}/queue/planted.ts`, '../features/planted/planted.ts'],
  ['queue-does-not-know-its-users', `${server}/queue/planted.ts`, '../mailer/planted.ts'],
  ['features-do-not-know-the-root', inFeature, '../../config/config.ts'],
  ['features-do-not-know-servers', inFeature, '../../http/planted.ts'],
  ['feature-internals-are-private', inFeature, '../other/other-view.ts'],
  .../** @type {[string, string][]} */ ([
    ['rows', 'find'],
    ['find', 'show'],
    ['counts', 'catch'],
    ['show', 'change'],
    ['judge', 'keep'],
    ['change', 'keep'],
    ['catch', 'change'],
    ['keep', 'wait'],
    ['wait', 'keep'],
  ]).map(
    ([room, above]) =>
      /** @type {[string, string, string]} */ ([
        `mails-${room}-stands-on-what-is-below`,
        `${mails}/${room}/planted.ts`,
        `../${above}/planted-above.ts`,
      ]),
  ),
  ['pure-files-are-pure', `${server}/mime/planted.ts`, '../db/planted.ts'],
  ['pure-files-do-no-io', `${server}/features/planted/planted-rules.ts`, 'node:fs/promises'],
  [
    'only-the-viewer-starts-threads-in-mime',
    `${server}/mime/planted.ts`,
    '../lib/process/thread-pool.ts',
  ],
  ['of-caniemail-only-the-data', `${server}/inspect/planted.ts`, 'caniemail'],
  ['only-stores-and-db-touch-sql', `${server}/http/planted.ts`, 'kysely'],
  ['only-stores-and-db-touch-sql', `${server}/http/planted.ts`, 'node:sqlite'],
  ['databases-are-private-to-db', `${server}/http/planted.ts`, '../db/postgres/dialect.ts'],
  ['only-egress-goes-out-over-http', planted, 'node:https'],
  ['mailauth-fetches-nothing', planted, 'mailauth/lib/bimi'],
  ['demo-is-an-ordinary-client', `${server}/demo/planted.ts`, '../errors.ts'],
  ['web-features-are-islands', inWebFeature, '../other/other.ts'],
  [
    'web-mail-store-knows-no-screen',
    `${web}/features/mails/store/planted.ts`,
    '../window/planted.ts',
  ],
  ['web-inbox-is-above-its-rooms', `${web}/features/mails/list/planted.ts`, '../inbox/planted.ts'],
  ['web-shared-is-below-features', `${web}/lib/planted.ts`, '../features/planted/planted.ts'],
  ['web-features-are-below-app', inWebFeature, '../../app/planted.ts'],
  ['ui-has-no-data', `${web}/ui/planted.ts`, '@tanstack/react-query'],
  ['test-helpers-stay-in-tests', planted, '../../test/planted.ts'],
]

/** Plants what is imported too, where it is not there. @param {string} rule @param {string} file @param {string} imported @returns {Breach} */
function forbiddenImport(rule, file, imported) {
  const target = join(file, '..', imported)
  const isMissing = imported.startsWith('.') && !existsSync(join(root, target))
  const text = `import '${imported}'\n\n${constant}`
  return {
    check: 'imports',
    rule,
    files: { [file]: text, ...(isMissing && { [target]: constant }) },
  }
}

/** @type {Breach[]} */
export const breaches = [
  // Ids are allotted before the commit, so that a smaller one can become visible after a greater one.
  changed('properties', 'a wait misses no mail', `${mails}/rows/arrival-store.ts`, [
    'and (mail_arrivals.revision, mail_arrivals.mail_id) > (${revision}, ${mailId})',
    `and mail_arrivals.mail_id > (
      select coalesce(max(seen.mail_id), 0) from mail_arrivals as seen where seen.team_id = \${teamId}
      and (seen.revision, seen.mail_id) <= (\${revision}, \${mailId}))`,
  ]),
  ...texts.map(([check, rule, text, file = planted]) => ({ check, rule, files: { [file]: text } })),
  {
    check: 'folders',
    rule: 'crowded-folder',
    files: Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`${server}/lib/planted/planted-${at}.ts`, constant]),
    ),
  },
  {
    check: 'dead code',
    rule: 'unused or unlisted: exports',
    files: {
      [planted]: `${constant}export const unused = 2\n`,
      [`${server}/lib/planted.test.ts`]: "import { planted } from './planted.ts'\n\nvoid planted\n",
    },
  },
  {
    check: 'lockfile',
    rule: 'incomplete-lockfile',
    files: {
      'package-lock.json': JSON.stringify({
        packages: {
          'node_modules/a': { optionalDependencies: { 'a-for-another-system': '1.0.0' } },
        },
      }),
    },
  },
  {
    check: 'imports',
    rule: 'no-cycles',
    files: {
      [planted]: `import './planted-too.ts'\n\n${constant}`,
      [`${server}/lib/planted-too.ts`]: "import './planted.ts'\n",
    },
  },
  {
    check: 'imports',
    rule: 'no-unresolved',
    files: { [planted]: `import './absent.ts'\n\n${constant}` },
  },
  ...imports.map((each) => forbiddenImport(...each)),
]
