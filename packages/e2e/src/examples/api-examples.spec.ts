import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { openApi } from '@mailstop/contract/openapi'
import { createToken, listTeams, tokenScope, type Mail } from '@mailstop/contract'
import { expect, type Page } from '@playwright/test'
import { openAccount } from '../account.ts'
import { callApi } from '../call-api.ts'
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

/** The mail that the examples call 42, for the next call. */
type Sample = { mail: string; key: string }

/** Records calls and makes them at the product, with a real token and a mail that is there. */
async function startRecorder(target: string, token: string) {
  const taken: (Taken & { status: number })[] = []
  let sample: Sample = { mail: '', key: '' }
  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const { authorization = '', 'content-type': type = '' } = headers
    const body = Buffer.concat(chunks).toString()
    const there = url.replace('/mails/42', `/mails/${sample.mail}`)
    const answer = await fetch(target + there.replace('/1/content', `/${sample.key}/content`), {
      method,
      headers: {
        authorization: authorization.replace('mst_example', token),
        ...(type && { 'content-type': type }),
      },
      ...(body && { body: body.replace('[42]', `[${sample.mail}]`) }),
    })
    taken.push({ method, url, authorization, type, body, status: answer.status })
    response.statusCode = answer.status
    response.setHeader('content-type', answer.headers.get('content-type') ?? 'text/plain')
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    taken,
    url: `http://127.0.0.1:${port}`,
    use: (next: Sample) => (sample = next),
    close: () => server.close(),
  }
}

/** A token with all scopes of the account on this page. */
async function newToken(page: Page): Promise<string> {
  const context = page.context()
  const { data: teams } = await callApi(context, listTeams, {})
  const params = { team: String(teams[0]?.id) }
  const body = { name: 'Examples', scopes: tokenScope.options }
  return (await callApi(context, createToken, { params, body })).data.token
}

/** A new mail with text, html and a file. */
async function newSample(url: string, token: string): Promise<Sample> {
  const mails = `${url}/api/teams/current/mails`
  const authorization = `Bearer ${token}`
  const kept = await fetch(mails, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: 'app@example.test',
      to: ['ada@example.test'],
      text: 'Your code is 482913.',
      html: '<p>Your code is 482913.</p>',
      attachments: [{ filename: 'terms.txt', content: 'VGVybXM=' }],
    }),
  })
  const { data } = (await kept.json()) as { data: { id: number } }
  const found = await fetch(`${mails}/${data.id}`, { headers: { authorization } })
  const { data: mail } = (await found.json()) as { data: Mail }
  return { mail: String(data.id), key: String(mail.attachments[0]?.key) }
}

const document = openApi({ url: 'http://localhost', version: '1' })
const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
)

const queries: Record<string, string> = {
  waitForMail: '?to=ada@example.test&timeout=10000',
  importMails: '?import=backup',
}
const mbox = 'From app@example.test Mon Nov 23 09:00:00 2026\nSubject: Kept\n\nIt is kept.\n'

// Compilers are slow.
test.setTimeout(600_000)

for (const run of runs) {
  test(`the examples of the API in ${run.name} make the calls that they document`, async ({
    page,
    browser,
    sending: { sender: product },
  }) => {
    const context = await browser.newContext({ baseURL: product.url })
    const account = await context.newPage()
    await openAccount(account, product)
    const token = await newToken(account)
    const recorder = await startRecorder(product.url, token)
    await page.goto(`${product.url}/docs/api`)
    await page.getByRole('tab', { name: run.name }).click()
    for (const { path, method, operation } of calls) {
      const { operationId, requestBody, responses } = operation
      const code = (await page.getByLabel(`${operationId} in ${run.name}`).textContent()) ?? ''
      expect(code).toContain(product.url)
      const here = code.replaceAll(product.url, recorder.url)
      recorder.use(await newSample(product.url, token))
      const output = await runExample(
        { subject: '', ...run },
        here.replaceAll('YOUR_API_TOKEN', 'mst_example'),
        { 'mails.mbox': mbox },
      )
      const filled = path.replace('{team}', 'current').replace('{mail}', '42').replace('{key}', '1')
      const json = requestBody?.content['application/json']?.example
      const isFile = requestBody !== undefined && json === undefined
      const type = isFile
        ? 'application/octet-stream'
        : json === undefined
          ? ''
          : 'application/json'
      const done = responses['200'] ?? responses['201']
      expect(recorder.taken.splice(0), `${run.name}: ${code}`).toEqual([
        {
          method: method.toUpperCase(),
          url: filled + (queries[operationId] ?? ''),
          authorization: 'Bearer mst_example',
          type,
          body: isFile ? mbox : json === undefined ? '' : JSON.stringify(json),
          status: responses['200'] ? 200 : 201,
        },
      ])
      const isJson = done && 'content' in done && done.content?.['application/json']
      expect(stripVTControlCharacters(output), operationId).toMatch(
        isJson ? /data|count|message/ : /^\d*\s*$/,
      )
    }
    recorder.close()
    await context.close()
  })
}
