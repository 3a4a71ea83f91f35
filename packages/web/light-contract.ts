import * as contract from '@mailstop/contract'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const light = '\0light-contract'
const whole = fileURLToPath(import.meta.resolve('@mailstop/contract'))

/**
 * The contract as a browser needs it. To call an endpoint takes its method and its path; the schemas
 * of its requests and replies are the server's to check, and would bring a validator of 25 KB to
 * every page. So in a build each endpoint is these two alone, read from the contract itself, and
 * everything else comes from where it is: a form that holds its fields to a schema still does.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === '@mailstop/contract' ? light : undefined),
    load: (id) => (id === light ? lightSource() : undefined),
  }
}

function lightSource(): string {
  const endpoints: string[] = []
  const others: string[] = []
  for (const [name, value] of Object.entries(contract)) {
    if (typeof value === 'object' && 'method' in value && 'path' in value) {
      const { method, path } = value
      endpoints.push(`export const ${name} = ${JSON.stringify({ method, path })}`)
    } else others.push(name)
  }
  return [...endpoints, `export { ${others.join(', ')} } from ${JSON.stringify(whole)}`].join('\n')
}
