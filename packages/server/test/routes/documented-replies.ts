import { isIP } from 'node:net'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApi, type OpenApi } from '@mailstop/contract/openapi'
import { expect } from 'vitest'
import type { Answer } from '../clients/browser.ts'

export const document: OpenApi = openApi({ url: 'http://localhost', version: '1' })

const ajv = new Ajv2020.default({ strict: false, allErrors: true })
addFormats.default(ajv)
for (const version of [4, 6]) {
  ajv.addFormat(`cidrv${version}`, (text) => {
    const [address = '', bits] = text.split('/')
    return isIP(address) === version && /^\d{1,3}$/.test(bits ?? '')
  })
}
ajv.addSchema(document, 'api')

/** Checks that the answer to a call of the public document is one that it describes. */
export function expectDocumented(
  { method, path }: { method: string; path: string },
  { status, json, text, headers }: Pick<Answer, 'status' | 'json' | 'text' | 'headers'>,
): void {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) return
  const what = `${method} ${path} ${status}`
  const key = status in operation.responses ? String(status) : `${String(status).slice(0, 1)}XX`
  const response = operation.responses[key]
  expect(response, what).toBeDefined()
  if (status === 304 || !response) return
  if ('$ref' in response) {
    expectValid('api#/components/responses/Error/content/application~1json/schema', json, what)
    return
  }
  const media = Object.keys(response.content ?? {})
  const type = String(headers['content-type']).split(';')[0] ?? ''
  expect(media.includes(type) || media.includes('*/*'), `${what} ${type}`).toBe(true)
  if (type !== 'application/json' || !media.includes(type)) return
  expect(text, what).not.toBe('')
  const place = ['paths', path, method.toLowerCase(), 'responses', key, 'content', type, 'schema']
  const pointer = place.map((each) =>
    encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  expectValid(`api#/${pointer.join('/')}`, json, what)
}

function expectValid(schema: string, value: unknown, what: string): void {
  const isValid = ajv.getSchema(schema) ?? ajv.compile({ $ref: schema })
  expect([what, isValid(value), isValid.errors ?? null]).toEqual([what, true, null])
}
