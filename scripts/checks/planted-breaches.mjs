// One breach of every promise that `npm run check` makes. Each is a set of files, most of which a
// clean checkout does not have, with the rule that must notice them and no other.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'

const server = 'packages/server/src'
const web = 'packages/web/src'
const constant = 'export const planted = 1\n'

/** @typedef {{ check: string, rule: string, files: Record<string, string> }} Breach */

/** @param {string} rule @param {string} file @param {string} imported @param {Record<string, string>} [others] @returns {Breach} */
const forbiddenImport = (rule, file, imported, others = {}) => ({
  check: 'imports',
  rule,
  files: { [file]: `import '${imported}'\n\n${constant}`, ...others },
})

/** @param {string} check @param {string} rule @param {string} file @param {[string, string]} change @returns {Breach} */
function changed(check, rule, file, [from, to]) {
  const text = readFileSync(join(root, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  return { check, rule, files: { [file]: text.replace(from, to) } }
}

/** @type {Breach[]} */
export const breaches = [
  // Ids are allotted before the commit, so that a smaller one can become visible after a greater one.
  changed('properties', 'a wait misses no mail', `${server}/features/mails/rows/arrival-store.ts`, [
    'and (mail_arrivals.revision, mail_arrivals.mail_id) > (${revision}, ${mailId})',
    `and mail_arrivals.mail_id > (
      select coalesce(max(seen.mail_id), 0) from mail_arrivals as seen where seen.team_id = \${teamId}
      and (seen.revision, seen.mail_id) <= (\${revision}, \${mailId}))`,
  ]),
  {
    check: 'format',
    rule: 'format',
    files: { [`${server}/lib/planted.ts`]: 'export const planted = "1";\n' },
  },
  {
    check: 'headers',
    rule: 'only-http-writes-security-headers',
    files: {
      [`${server}/features/mails/planted.ts`]:
        "export const planted = { 'content-security-policy': 'sandbox' }\n",
    },
  },
  {
    check: 'folders',
    rule: 'crowded-folder',
    files: Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`${server}/lib/planted/planted-${at}.ts`, constant]),
    ),
  },
  ...[
    '/** For the operator of a team that is held. */',
    '/**\n * In lower case, where it is\n * compared: as it is.\n */',
    '// Of these, the newest comes first.',
    '// Those that are held.',
  ].map((comment) => ({
    check: 'comments',
    rule: 'dangling-comment',
    files: { [`${server}/lib/planted.ts`]: `${comment}\n${constant}` },
  })),
  {
    check: 'lint, types',
    rule: 'eslint(eqeqeq)',
    files: {
      [`${server}/lib/planted.ts`]: 'export const planted = (a: number, b: number) => a == b\n',
    },
  },
  {
    check: 'lint, types',
    rule: 'typescript(no-floating-promises)',
    files: {
      [`${server}/lib/planted.ts`]:
        'const work = async () => 1\nexport const planted = () => {\n  work()\n}\n',
    },
  },
  {
    check: 'lint, types',
    rule: 'eslint(max-lines)',
    files: { [`${server}/lib/planted.ts`]: `${'// line\n'.repeat(400)}${constant}` },
  },
  {
    check: 'lint, types',
    rule: 'node(no-process-env)',
    files: { [`${server}/lib/planted.ts`]: 'export const planted = process.env.HOME\n' },
  },
  {
    check: 'lint, types',
    rule: 'eslint(no-console)',
    files: {
      [`${server}/lib/planted.ts`]: "export const planted = () => console.log('planted')\n",
    },
  },
  {
    check: 'lint, types',
    rule: 'import(no-default-export)',
    files: { [`${server}/lib/planted.ts`]: 'export default 1\n' },
  },
  {
    check: 'lint, types',
    rule: 'unicorn(filename-case)',
    files: { [`${server}/lib/plantedFile.ts`]: constant },
  },
  {
    check: 'lint, types',
    rule: 'TS2322',
    files: { [`${server}/lib/planted.ts`]: "export const planted: number = 'one'\n" },
  },
  {
    check: 'lint, types',
    rule: 'TS1294',
    files: { [`${server}/lib/planted.ts`]: 'export enum Planted {\n  One,\n}\n' },
  },
  {
    check: 'dead code',
    rule: 'unused or unlisted: files',
    files: { [`${server}/lib/planted.ts`]: constant },
  },
  {
    check: 'dead code',
    rule: 'unused or unlisted: exports',
    files: {
      [`${server}/lib/planted.ts`]: `${constant}export const unused = 2\n`,
      [`${server}/lib/planted.test.ts`]: "import { planted } from './planted.ts'\n\nvoid planted\n",
    },
  },
  {
    check: 'dead code',
    rule: 'unused or unlisted: unlisted',
    files: { [`${server}/lib/planted.test.ts`]: "import 'an-unlisted-package'\n" },
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

  forbiddenImport('no-cycles', `${server}/lib/planted.ts`, './planted-too.ts', {
    [`${server}/lib/planted-too.ts`]: "import './planted.ts'\n",
  }),
  forbiddenImport('no-unresolved', `${server}/lib/planted.ts`, './absent.ts'),
  forbiddenImport('contract-imports-only-zod', 'packages/contract/src/planted.ts', 'node:fs'),
  forbiddenImport(
    'server-and-web-meet-only-in-contract',
    `${web}/lib/planted.ts`,
    '../../../server/src/errors.ts',
  ),
  forbiddenImport(
    'journeys-and-benchmarks-stand-apart',
    'packages/e2e/src/planted.ts',
    '../../server/src/errors.ts',
  ),
  forbiddenImport(
    'journeys-and-benchmarks-stand-apart',
    'bench/src/planted.ts',
    '../../packages/server/src/errors.ts',
  ),
  forbiddenImport('client-stands-alone', 'packages/client/src/planted.ts', '@mailstop/contract'),
  forbiddenImport('client-needs-no-node', 'packages/client/src/planted.ts', 'node:fs'),
  forbiddenImport('scripts-need-only-node', 'scripts/lib/planted.mjs', 'zod'),
  forbiddenImport(
    'adapters-do-not-know-features',
    `${server}/lib/planted.ts`,
    '../features/planted/planted.ts',
    { [`${server}/features/planted/planted.ts`]: constant },
  ),
  forbiddenImport(
    'adapters-do-not-know-features',
    `${server}/queue/planted.ts`,
    '../features/planted/planted.ts',
    { [`${server}/features/planted/planted.ts`]: constant },
  ),
  forbiddenImport(
    'queue-does-not-know-its-users',
    `${server}/queue/planted.ts`,
    '../mailer/planted.ts',
    { [`${server}/mailer/planted.ts`]: constant },
  ),
  forbiddenImport(
    'features-do-not-know-the-root',
    `${server}/features/planted/planted.ts`,
    '../../config/config.ts',
  ),
  forbiddenImport(
    'features-do-not-know-servers',
    `${server}/features/planted/planted.ts`,
    '../../http/planted.ts',
    { [`${server}/http/planted.ts`]: constant },
  ),
  forbiddenImport(
    'feature-internals-are-private',
    `${server}/features/planted/planted.ts`,
    '../other/other-view.ts',
    { [`${server}/features/other/other-view.ts`]: constant },
  ),
  ...[
    ['rows', 'find'],
    ['find', 'show'],
    ['counts', 'catch'],
    ['show', 'change'],
    ['change', 'keep'],
    ['catch', 'change'],
    ['keep', 'wait'],
    ['wait', 'keep'],
  ].map(([room, above]) =>
    forbiddenImport(
      `mails-${room}-stands-on-what-is-below`,
      `${server}/features/mails/${room}/planted.ts`,
      `../${above}/planted-above.ts`,
      { [`${server}/features/mails/${above}/planted-above.ts`]: constant },
    ),
  ),
  forbiddenImport('pure-files-are-pure', `${server}/mime/planted.ts`, '../db/planted.ts', {
    [`${server}/db/planted.ts`]: constant,
  }),
  forbiddenImport(
    'pure-files-do-no-io',
    `${server}/features/planted/planted-rules.ts`,
    'node:fs/promises',
  ),
  forbiddenImport(
    'only-the-viewer-starts-threads-in-mime',
    `${server}/mime/planted.ts`,
    '../lib/process/thread-pool.ts',
  ),
  forbiddenImport('only-stores-and-db-touch-sql', `${server}/http/planted.ts`, 'kysely'),
  forbiddenImport('only-stores-and-db-touch-sql', `${server}/http/planted.ts`, 'node:sqlite'),
  forbiddenImport(
    'databases-are-private-to-db',
    `${server}/http/planted.ts`,
    '../db/postgres/dialect.ts',
  ),
  forbiddenImport('demo-is-an-ordinary-client', `${server}/demo/planted.ts`, '../errors.ts'),
  forbiddenImport(
    'web-features-are-islands',
    `${web}/features/planted/planted.ts`,
    '../other/other.ts',
    { [`${web}/features/other/other.ts`]: constant },
  ),
  forbiddenImport(
    'web-mail-store-knows-no-screen',
    `${web}/features/mails/store/planted.ts`,
    '../window/use-row-window.ts',
  ),
  forbiddenImport(
    'web-inbox-is-above-its-rooms',
    `${web}/features/mails/list/planted.ts`,
    '../inbox/planted.ts',
    { [`${web}/features/mails/inbox/planted.ts`]: constant },
  ),
  forbiddenImport(
    'web-shared-is-below-features',
    `${web}/lib/planted.ts`,
    '../features/planted/planted.ts',
    { [`${web}/features/planted/planted.ts`]: constant },
  ),
  forbiddenImport(
    'web-features-are-below-app',
    `${web}/features/planted/planted.ts`,
    '../../app/planted.ts',
    { [`${web}/app/planted.ts`]: constant },
  ),
  forbiddenImport('ui-has-no-data', `${web}/ui/planted.ts`, '@tanstack/react-query'),
  forbiddenImport(
    'test-helpers-stay-in-tests',
    `${server}/lib/planted.ts`,
    '../../test/planted.ts',
    {
      [`${server}/../test/planted.ts`]: constant,
    },
  ),
]
