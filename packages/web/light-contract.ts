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
    resolveId: (id) =>
      id === '@mailstop/contract' ? light : id.startsWith(`${light}/`) ? id : undefined,
    load: (id) =>
      id === light
        ? lightSource()
        : id.startsWith(`${light}/`)
          ? endpointSource(id.slice(light.length + 1))
          : undefined,
  }
}

/** Each endpoint is a module of its own, so that it is loaded with the screen that calls it. */
function lightSource(): string {
  const endpoints: string[] = []
  const others: string[] = []
  for (const [name, value] of Object.entries(contract)) {
    if (isEndpoint(value)) {
      endpoints.push(`export { ${name} } from ${JSON.stringify(`${light}/${name}`)}`)
    } else others.push(name)
  }
  return [...endpoints, `export { ${others.join(', ')} } from ${JSON.stringify(whole)}`].join('\n')
}

function endpointSource(name: string): string {
  const endpoint = Object.entries(contract).find(([one]) => one === name)?.[1]
  if (!isEndpoint(endpoint)) throw new Error(`the contract has no endpoint ${name}`)
  const { method, path } = endpoint
  return `export const ${name} = ${JSON.stringify({ method, path })}`
}

type Endpoint = { method: string; path: string }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
