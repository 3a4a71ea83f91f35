import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openApi } from '@mailstop/contract/openapi'
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import type { ExampleRun } from './example-runs.ts'
import { runExample } from './run-example.ts'

const runs: (Pick<ExampleRun, 'name' | 'file' | 'command'> & { env?: Record<string, string> })[] = [
  { name: 'curl', file: 'call.sh', command: ['sh', 'call.sh'] },
  // By `env`, it is run outside of `node_modules`, where Node.js reads no types.
  { name: 'TypeScript', file: 'call.mts', command: ['env', process.execPath, 'call.mts'] },
  { name: 'Python', file: 'call.py', command: ['python3', 'call.py'] },
  { name: 'PHP', file: 'call.php', command: ['php', 'call.php'] },
  { name: 'Ruby', file: 'call.rb', command: ['ruby', 'call.rb'] },
  { name: 'Go', file: 'call.go', command: ['go', 'run', 'call.go'] },
]

type Taken = { method: string; url: string; authorization: string; type: string; body: string }

/** Takes calls, and answers each as if it were right. */
async function startCallTaker() {
  const taken: Taken[] = []
  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const { authorization = '', 'content-type': type = '' } = headers
    taken.push({ method, url, authorization, type, body: Buffer.concat(chunks).toString() })
    response.setHeader('content-type', 'application/json').end('{"data":{"id":482913}}')
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { taken, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const document = openApi({ url: 'http://localhost', version: '1' })
const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
)

const waitQuery = '?to=ada@example.test&timeout=10000'

// Compilers are slow.
test.setTimeout(600_000)

for (const run of runs) {
  test(`the examples of the API in ${run.name} make the calls that they document`, async ({
    page,
    product,
  }) => {
    const taker = await startCallTaker()
    await page.goto(`${product.url}/docs/api`)
    await page.getByRole('tab', { name: run.name }).click()
    for (const { path, method, operation } of calls) {
      const shown = page.getByLabel(`${operation.operationId} in ${run.name}`)
      const code = (await shown.textContent()) ?? ''
      expect(code).toContain(product.url)
      const here = code.replaceAll(product.url, taker.url)
      const output = await runExample(
        { subject: '', ...run },
        here.replaceAll('YOUR_API_TOKEN', 'mst_example'),
      )
      const body = operation.requestBody?.content['application/json']?.example
      const filled = path.replace('{team}', 'current').replace('{mail}', '42').replace('{key}', '1')
      const url = operation.operationId === 'waitForMail' ? filled + waitQuery : filled
      expect(taker.taken.splice(0), `${run.name}: ${code}`).toEqual([
        {
          method: method.toUpperCase(),
          url,
          authorization: 'Bearer mst_example',
          type: body === undefined ? '' : 'application/json',
          body: body === undefined ? '' : JSON.stringify(body),
        },
      ])
      const done = operation.responses['200'] ?? operation.responses['201']
      const isJson = done && 'content' in done && done.content?.['application/json']
      if (isJson) expect(output).toContain('482913')
    }
    taker.close()
  })
}
