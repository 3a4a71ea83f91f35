const feature = '^packages/server/src/features/([^/]+)/'
const webFeature = '^packages/web/src/features/([^/]+)/'

/** Who may import whom. ARCHITECTURE.md says why. @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'contract-imports-only-zod', severity: 'error', from: { path: '^packages/contract/src' }, to: { pathNot: ['^packages/contract/src', '^node_modules/zod/'] } },
    { name: 'server-and-web-meet-only-in-contract', severity: 'error', from: { path: '^packages/(server|web)/' }, to: { path: '^packages/', pathNot: ['^packages/$1/', '^packages/contract/'] } },
    { name: 'adapters-do-not-know-features', severity: 'error', from: { path: '^packages/server/src/(lib|db|http|smtp|mime|realtime|mailer)/' }, to: { path: '^packages/server/src/(features/|app[.]ts|main[.]ts)' } },
    { name: 'features-do-not-know-the-root', severity: 'error', from: { path: feature }, to: { path: '^packages/server/src/(app|main|config)[.]ts' } },
    { name: 'features-do-not-know-servers', severity: 'error', from: { path: feature, pathNot: '-routes[.]ts$' }, to: { path: '^packages/server/src/(http|smtp|realtime)/' } },
    { name: 'feature-internals-are-private', severity: 'error', from: { path: feature }, to: { path: feature, pathNot: ['^packages/server/src/features/$1/', '^packages/server/src/features/([^/]+)/\\1[.]ts$'] } },
    { name: 'pure-files-are-pure', severity: 'error', from: { path: ['-rules[.]ts$', '^packages/server/src/mime/', '^packages/server/src/mailer/templates/'], pathNot: '[.]test[.]ts$' }, to: { path: ['^packages/server/src/(db|http|smtp|realtime|config|mailer/mailer)', '-store[.]ts$'] } },
    { name: 'pure-files-do-no-io', severity: 'error', from: { path: ['-rules[.]ts$', '^packages/server/src/mime/', '^packages/server/src/mailer/templates/'], pathNot: ['[.]test[.]ts$', '-worker[.]ts$'] }, to: { dependencyTypes: ['core'], pathNot: '^(buffer|crypto)$' } },
    { name: 'only-stores-and-db-touch-sql', severity: 'error', from: { path: '^packages/server/src', pathNot: ['^packages/server/src/db/', '-store[.]ts$', '[.]test[.]ts$'] }, to: { path: '^node_modules/(kysely|pg)/|^(node:)?sqlite$', dependencyTypesNot: ['type-only'] } },
    { name: 'web-features-are-islands', severity: 'error', from: { path: webFeature }, to: { path: webFeature, pathNot: '^packages/web/src/features/$1/' } },
    { name: 'web-shared-is-below-features', severity: 'error', from: { path: '^packages/web/src/(ui|lib)/' }, to: { path: '^packages/web/src/(features|app)/' } },
    { name: 'web-features-are-below-app', severity: 'error', from: { path: webFeature }, to: { path: '^packages/web/src/app/' } },
    { name: 'ui-has-no-data', severity: 'error', from: { path: '^packages/web/src/ui/' }, to: { path: ['@tanstack/react-query', '^packages/contract/', '^packages/web/src/lib/(api-client|realtime)'] } },
    { name: 'test-helpers-stay-in-tests', severity: 'error', from: { pathNot: ['[.]test[.]tsx?$', '^packages/server/test/', '^packages/web/src/testing/', '^packages/e2e/'] }, to: { path: ['^packages/server/test/', '^packages/web/src/testing/'] } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
