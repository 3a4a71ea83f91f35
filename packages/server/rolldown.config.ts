import { cpSync } from 'node:fs'
import { defineConfig, type Plugin } from 'rolldown'
import { ascii } from './build/ascii.ts'
import { licenses } from './build/licenses.ts'
import { lightHttp } from './build/light-http.ts'
import { moduleUrls } from './build/module-urls.ts'
import { unusedPackages } from './build/unused-packages.ts'

/** The server as JavaScript in `dist`, with all packages that it needs but those below. */
export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  // Native, or an alternative to code that is in the build.
  external: ['pg-native', 'bufferutil', 'utf-8-validate'],
  // The form for browsers is one file; the other looks for its data beside itself, where the build has none.
  resolve: { alias: { 'css-tree': 'css-tree/dist/csstree.esm' } },
  plugins: [moduleUrls(), lightHttp(), unusedPackages(), ascii(), licenses(), demoMails()],
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    // Names of functions and classes stay, so that the stack of an error can be read.
    minify: { compress: true, mangle: { keepNames: { function: true, class: true } } },
    // All in one folder: what `product-files.ts` names is where it is for the sources.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})

function demoMails(): Plugin {
  return {
    name: 'demo-mails',
    writeBundle({ dir = 'dist' }) {
      for (const name of ['mails', 'mails.json']) {
        cpSync(`src/demo/${name}`, `${dir}/demo/${name}`, { recursive: true })
      }
    },
  }
}
