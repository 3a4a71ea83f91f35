import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { loadEnv, type ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'

/** Paths that are pages when they are opened and calls when they are posted to. */
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
  // The API answers only for its own host and origin, so a proxied request takes them on.
  const call: ProxyOptions = { target: api, changeOrigin: true, headers: { origin: api } }
  const callUnlessOpened: ProxyOptions = {
    ...call,
    bypass: (request) => (request.method === 'GET' ? '/index.html' : undefined),
  }
  return {
    plugins: [react(), tailwindcss()],
    // The server gives out the build below /build/ and the page itself for every other address.
    base: command === 'build' ? '/build/' : '/',
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // What every screen shares comes in a few files rather than in twenty tiny ones.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                name: 'react',
                test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack[\\/].*query.*)[\\/]/,
              },
              { name: 'contract', test: /(packages[\\/]contract|node_modules[\\/]zod)[\\/]/ },
              {
                name: 'ui',
                test: /web[\\/]src[\\/](ui|lib)[\\/](?!realtime[.])/,
                minShareCount: 3,
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
        '/socket.io': { ...call, ws: true },
        ...Object.fromEntries(pagesThatAreAlsoCalls.map((path) => [path, callUnlessOpened])),
      },
    },
    test: {
      name: 'web',
      environment: 'happy-dom',
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/setup.ts'],
      testTimeout: 20_000,
    },
  }
})
