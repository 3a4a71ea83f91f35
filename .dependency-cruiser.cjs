const feature = '^packages/server/src/features/([^/]+)/'
const webFeature = '^packages/web/src/features/([^/]+)/'
const tests = '[.](test|spec)[.]tsx?$'
const pure = [
  // A migration is named after the tables it makes.
  '^packages/server/src/(?!db/migrations/).*-rules[.]ts$',
  '^packages/server/src/mime/',
  '^packages/server/src/inspect/(?!inspector[.]ts$|dns/)',
  '^packages/server/src/mailer/templates/',
]

/** The rooms of `features/mails`, each with those below it that it stands on. */
const mailRooms = {
  rows: [],
  find: ['rows'],
  counts: ['rows', 'find'],
  show: ['rows', 'find'],
  change: ['rows', 'find', 'show'],
  catch: ['rows', 'find'],
  keep: ['rows', 'find', 'change'],
  wait: ['rows', 'find', 'show'],
  judge: ['rows', 'find', 'show', 'change'],
}
const mails = '^packages/server/src/features/mails'

/**
 * Who may import whom. ARCHITECTURE.md says why, and `npm run check:catches` plants a breach of
 * every rule.
 *
 * @type {import('dependency-cruiser').IConfiguration['forbidden']}
 */
const forbidden = [
  { name: 'no-cycles', from: {}, to: { circular: true } },
  { name: 'no-unresolved', from: {}, to: { couldNotResolve: true } },

  // Between the packages
  {
    name: 'contract-imports-only-zod',
    from: { path: '^packages/contract/src', pathNot: tests },
    to: { pathNot: ['^packages/contract/src', '^node_modules/zod/'] },
  },
  {
    name: 'server-and-web-meet-only-in-contract',
    // Tests and measurements find PostgreSQL, versitygw, spam filters and mail clients with what `npm test` finds them with.
    from: {
      path: '^packages/(server|web)/',
      pathNot:
        '^packages/server/test/(global-setup|inbox-load/postgres-process|s3/s3-server|outgoing/spam-engines|pop3/mail-clients[.]nightly[.]test|lab/clients[.]nightly[.]test|drills/(postfix|senders[.]nightly[.]test))[.]ts$',
    },
    to: {
      path: '^(packages|bench|scripts)/',
      pathNot: ['^packages/$1/', '^packages/contract/'],
    },
  },
  {
    name: 'journeys-and-benchmarks-stand-apart',
    from: { path: '^(packages/e2e|bench)/' },
    to: { path: '^(packages|bench|scripts)/', pathNot: ['^$1/', '^packages/contract/'] },
  },
  {
    // It is published without any other package; its users have the test frameworks. The build writes out the types
    // that `types.ts` takes from the contract.
    name: 'client-stands-alone',
    from: { path: '^packages/client/src/', pathNot: '^packages/client/src/types[.]ts$' },
    to: {
      pathNot: ['^packages/client/src/', '^node_modules/(@playwright/test|vitest)/'],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'client-needs-no-node',
    from: {
      path: '^packages/client/src/',
      pathNot: '^packages/client/src/(cli|server)/',
    },
    to: { dependencyTypes: ['core'] },
  },
  {
    // They run before any package is installed.
    name: 'scripts-need-only-node',
    from: { path: '^scripts/' },
    to: { pathNot: '^(scripts/|[.]dependency-cruiser[.]cjs$)', dependencyTypesNot: ['core'] },
  },

  // Within the server
  {
    name: 'adapters-do-not-know-features',
    from: {
      path: '^packages/server/src/(lib|db|http|smtp|pop3|mime|inspect|realtime|mailer|queue|egress)/',
      pathNot: tests,
    },
    to: { path: '^packages/server/src/(features/|demo/|commands/|app/|main[.]ts)' },
  },
  {
    // Any table with the columns of a queue can use it, whatever its rows ask for.
    name: 'queue-does-not-know-its-users',
    from: { path: '^packages/server/src/queue/' },
    to: { path: '^packages/server/src/(mailer|http|smtp|realtime)/' },
  },
  {
    name: 'features-do-not-know-the-root',
    from: { path: feature },
    to: { path: '^packages/server/src/(app/|config/|demo/|commands/|main[.]ts)' },
  },
  {
    name: 'features-do-not-know-servers',
    from: { path: feature, pathNot: ['-routes[.]ts$', tests] },
    to: {
      path: '^packages/server/src/(http|smtp|realtime)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'feature-internals-are-private',
    from: { path: feature, pathNot: tests },
    to: {
      path: feature,
      pathNot: [
        '^packages/server/src/features/$1/',
        '^packages/server/src/features/(drop-ins/)?([^/]+)/\\2[.]ts$',
        // Teams stand on the credentials, and what people do with inboxes stands on teams.
        '^packages/server/src/features/inboxes/smtp-credentials[.]ts$',
      ],
    },
  },
  ...Object.entries(mailRooms).map(([room, below]) => ({
    name: `mails-${room}-stands-on-what-is-below`,
    from: { path: `${mails}/${room}/`, pathNot: tests },
    to: { path: `${mails}/([^/]+)/`, pathNot: `${mails}/(${[room, ...below].join('|')})/` },
  })),
  {
    name: 'pure-files-are-pure',
    from: { path: pure, pathNot: tests },
    to: {
      path: ['^packages/server/src/(db|http|smtp|realtime|config|mailer/mailer)', '-store[.]ts$'],
    },
  },
  {
    // A stream of bytes that are in memory and the forms of a host reach nothing outside.
    name: 'pure-files-do-no-io',
    from: { path: pure, pathNot: [tests, '-worker[.]ts$'] },
    to: { dependencyTypes: ['core'], pathNot: '^(buffer|crypto|stream|url)$' },
  },
  {
    name: 'only-the-viewer-starts-threads-in-mime',
    from: {
      path: '^packages/server/src/mime/',
      pathNot: ['^packages/server/src/mime/view/(viewer|view-worker)[.]ts$', tests],
    },
    to: { path: '^packages/server/src/lib/process/thread-pool' },
  },
  {
    // Its engine overflows the stack on nested elements, and takes minutes for many selectors.
    name: 'of-caniemail-only-the-data',
    from: {},
    to: { path: '^node_modules/caniemail/(?!data/)' },
  },
  {
    name: 'only-stores-and-db-touch-sql',
    from: {
      path: '^packages/server/src',
      pathNot: ['^packages/server/src/db/', '-store[.]ts$', tests],
    },
    to: { path: '^node_modules/(kysely|pg)/|^(node:)?sqlite$', dependencyTypesNot: ['type-only'] },
  },
  {
    // All others use `Database` and its `Dialect`. Live events have connections of their own.
    name: 'databases-are-private-to-db',
    from: {
      path: '^packages/server/src/',
      pathNot: [
        '^packages/server/src/db/',
        '^packages/server/src/app/fleet/open-live[.]ts$',
        tests,
      ],
    },
    to: { path: '^packages/server/src/db/(sqlite|postgres)/' },
  },
  {
    // All else that asks other servers would ask whatever a mail or a member names. Imported beside types: what listens
    // (`listen`, `control-server`), names of statuses (`realtime`, the drop-in for Mailpit), and the socket in the
    // data folder (`control-client`). Lint forbids `fetch`, but to the commands that ask this server itself. The object
    // store has a client of its own, for the one address that the operator names.
    name: 'only-egress-goes-out-over-http',
    from: {
      path: '^packages/server/src/',
      pathNot: [
        '^packages/server/src/egress/',
        '^packages/server/src/control/control-(server|client)[.]ts$',
        // It asks this machine, or the server that is named on the command line.
        '^packages/server/src/commands/serve/own-server[.]ts$',
        '^packages/server/src/realtime/realtime[.]ts$',
        '^packages/server/src/features/drop-ins/mailpit/events/handshake[.]ts$',
        tests,
      ],
    },
    to: {
      path: '^(node:)?(http|https|http2)$|^node_modules/(undici|request-filtering-agent)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    // These parts of it fetch files over HTTP that a mail or DNS names.
    name: 'mailauth-fetches-nothing',
    from: { path: '^packages/server/' },
    to: { path: '^node_modules/mailauth/lib/(bimi|mta-sts|commands)' },
  },
  {
    // It gets its mail in by SMTP, like any app.
    name: 'demo-is-an-ordinary-client',
    from: { path: '^packages/server/src/demo/', pathNot: tests },
    to: {
      path: '^packages/server/',
      pathNot: '^packages/server/src/(demo|lib)/',
    },
  },

  // Within the web app
  {
    name: 'web-features-are-islands',
    from: { path: webFeature },
    to: { path: webFeature, pathNot: '^packages/web/src/features/$1/' },
  },
  {
    name: 'web-mail-store-knows-no-screen',
    from: { path: '^packages/web/src/features/mails/store/', pathNot: tests },
    to: {
      path: webFeature,
      pathNot: '^packages/web/src/features/mails/(store/|address/list-filter[.]ts$)',
    },
  },
  {
    name: 'web-inbox-is-above-its-rooms',
    from: { path: '^packages/web/src/features/mails/(?!inbox/)', pathNot: tests },
    to: {
      path: '^packages/web/src/features/mails/inbox/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'web-shared-is-below-features',
    from: { path: '^packages/web/src/(ui|lib)/' },
    to: { path: '^packages/web/src/(features|app)/' },
  },
  {
    name: 'web-features-are-below-app',
    from: { path: webFeature },
    to: { path: '^packages/web/src/app/' },
  },
  {
    name: 'ui-has-no-data',
    from: { path: '^packages/web/src/ui/' },
    to: {
      path: [
        '@tanstack/react-query',
        '^packages/contract/',
        '^packages/web/src/lib/api/(api-client|realtime)',
      ],
    },
  },
  {
    name: 'test-helpers-stay-in-tests',
    from: {
      pathNot: [
        tests,
        '^packages/(server|client)/test/',
        '^packages/web/src/testing/',
        '^packages/e2e/',
      ],
    },
    to: { path: ['^packages/server/test/', '^packages/web/src/testing/'] },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
