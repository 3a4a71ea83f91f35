import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { loadEnv, type ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { buildName } from './build-name.ts'
import { firstLoad } from './first-load.ts'
import { laterChunk } from './later-chunk.ts'
import { lightContract } from './light-contract.ts'
import { packedFiles } from './packed-files.ts'
import { plainGrammars } from './plain-grammars.ts'
import product from '../../package.json' with { type: 'json' }
import { zodWithoutEval } from './zod-without-eval.ts'

/** These paths are pages for GET and calls for POST. */
const pagesThatAreAlsoCalls = [
  '/login',
  '/logout',
  '/register',
  '/forgot-password',
  '/reset-password',
]

export default defineConfig(({ mode, command }) => {
  const env = loadEnv(mode, import.meta.dirname, 'MAILSTOP_')
  const api = env['MAILSTOP_DEV_API'] ?? 'http://localhost:8025'
  // The API answers only for its own host and origin, so a proxied request is sent with those.
  const call: ProxyOptions = { target: api, changeOrigin: true, headers: { origin: api } }
  const callUnlessOpened: ProxyOptions = {
    ...call,
    bypass: (request) => (request.method === 'GET' ? '/index.html' : undefined),
  }
  return {
    plugins: [
      lightContract(),
      laterChunk(),
      zodWithoutEval(),
      plainGrammars(),
      react(),
      tailwindcss(),
      firstLoad(),
      buildName(),
      packedFiles(),
    ],
    // The server serves the build below /build/ and the page itself for every other address.
    base: command === 'build' ? '/build/' : '/',
    // The server may be below a path, which it writes into the page alone.
    experimental: {
      renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
    },
    define: { 'import.meta.env.MAILSTOP_VERSION': JSON.stringify(product.version) },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // Lists the licenses of the packages in the build, for the notices of a release.
      license: { fileName: 'licenses.json' },
      rolldownOptions: {
        output: {
          // A screen loads a few files rather than forty tiny ones. A module goes to the first group
          // that matches, with all its imports.
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
                priority: 4,
              },
              { name: 'start', tags: ['$initial'], priority: 3 },
              { name: 'popups', test: /node_modules[\\/]@(base-ui|floating-ui)[\\/]/, priority: 2 },
              {
                name: 'forms',
                test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/,
                priority: 2,
              },
              {
                name: 'ui',
                // Except for the parts of forms and settings pages.
                test: /web[\\/]src[\\/]ui[\\/](?!.*(dialog|form|field|page-|select|notice|confirm|deletion|checkbox))|node_modules[\\/]lucide-react/,
                minShareCount: 5,
                priority: 2,
              },
              {
                name: 'inbox',
                test: /web[\\/]src[\\/]app[\\/](layout[\\/]app-layout|screens[\\/]inbox-page)[.]tsx/,
                priority: 1,
              },
              // What the inbox does not load first, and several screens share: fields, then dialogs, then the rest.
              {
                name: 'fields',
                test: /contract[\\/]src|web[\\/]src[\\/](lib[\\/](form[.]|paths[\\/]invitation)|ui[\\/]forms[\\/](?!dialog|select|removal|deletion))/,
                minShareCount: 2,
              },
              {
                name: 'dialogs',
                test: /web[\\/]src[\\/](ui[\\/](popups[\\/](dialog|confirm)|forms)|features[\\/](inboxes[\\/](inbox-dialog|inbox-fields|use-inbox-changes)|tags[\\/]tag-rule-dialog))/,
                minShareCount: 2,
              },
              {
                name: 'shared',
                test: /web[\\/]src[\\/](ui|lib)[\\/]|node_modules[\\/]lucide-react|light-contract[\\/]/,
                minShareCount: 2,
              },
              {
                // What every inbox loads when it is at rest.
                name: 'rest',
                test: /features[\\/](guards[\\/](violations-bar|use-)|inspection[\\/](check-tab|use-inspection|levels|muted-rules)|failures[\\/](scenario-bar|use-|running-text)|integrations[\\/]failure-bar)/,
              },
              {
                name: 'mails',
                test: /web[\\/]src[\\/]features[\\/](mails|integrations)|accounts[\\/]log-out/,
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
    server: {
      proxy: {
        '/api': call,
        '/sanctum': call,
        '/user': call,
        '/email': call,
        '/files': call,
        '/shared': call,
        '/mcp': call,
        '/socket.io': { ...call, ws: true },
        ...Object.fromEntries(pagesThatAreAlsoCalls.map((path) => [path, callUnlessOpened])),
      },
    },
    test: {
      environment: 'happy-dom',
      environmentOptions: { happyDOM: { width: 1440, height: 900 } },
      setupFiles: ['src/testing/setup.ts'],
      testTimeout: 40_000,
    },
  }
})
