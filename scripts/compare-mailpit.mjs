// npm run compare:mailpit -- --mailpit <url>: asks a Mailpit that runs somewhere and the product the same questions,
// and lists where their answers differ, each with its reason. A difference without a reason fails. It empties the Mailpit.

import { parseArgs } from 'node:util'
import { startFreshProduct } from './lib/programs/fresh-product.mjs'
import { createReport } from './lib/report.mjs'
import { calls, mails, varies } from './lib/mailpit-calls.mjs'

const { values } = parseArgs({ options: { mailpit: { type: 'string', default: '' } } })
if (values.mailpit === '') {
  console.error(
    'Start a Mailpit of your own, without a login and with nothing in it that you need, and name its address:\n' +
      '  mailpit --listen 127.0.0.1:8125 --smtp 127.0.0.1:1125 --disable-version-check\n' +
      '  npm run compare:mailpit -- --mailpit http://127.0.0.1:8125',
  )
  process.exit(2)
}

/** @typedef {{ status: number, type: string, text: string, json: unknown }} Answer */

const report = createReport()
const product = await startFreshProduct()
const authorization = `Basic ${Buffer.from(`suite:${product.token}`).toString('base64')}`
const servers = [values.mailpit.replace(/\/$/, ''), product.origin]
let same = 0
try {
  /** @type {string[][]} */
  const ids = []
  for (const server of servers) {
    await ask(server, 'DELETE', '/api/v1/messages')
    const sent = []
    for (const mail of mails) sent.push(await ask(server, 'POST', '/api/v1/send', mail))
    ids.push(sent.map(({ json }) => /** @type {{ ID: string }} */ (json).ID))
  }
  for (const { method, path, body, reasons = {} } of calls) {
    const [theirs, ours] = await Promise.all(
      servers.map((server, index) =>
        ask(
          server,
          method,
          path.replace(/#(\d)/, (_, at) => ids[index]?.[at] ?? ''),
          body,
        ),
      ),
    )
    if (!theirs || !ours) continue
    const found = differences(theirs, ours)
    if (found.length === 0) same += 1
    if (found.length > 0 && reasons.all) {
      report.check(`${method} ${path}: ${reasons.all}`, true)
      continue
    }
    for (const [what, one, other] of found) {
      const [, reason] = Object.entries(reasons).find(([name]) => what.startsWith(name)) ?? []
      const line = `${method} ${path}: ${what}`
      report.check(reason ? `${line}: ${reason}` : line, Boolean(reason), `${one}\n${other}`)
    }
  }
} finally {
  await product.stop()
}
report.say(`${same} of the ${calls.length} calls are answered alike.`)
process.exitCode = report.end()

/**
 * @param {string} server @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<Answer>}
 */
async function ask(server, method, path, body) {
  const answer = await fetch(server + path, {
    method,
    redirect: 'manual',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  return {
    status: answer.status,
    type,
    text,
    json: type === 'application/json' ? JSON.parse(text) : null,
  }
}

/** What differs, with the value of each. @param {Answer} theirs @param {Answer} ours @returns {[string, string, string][]} */
function differences(theirs, ours) {
  const [one, other] = [fieldsOf(theirs), fieldsOf(ours)]
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => !varies.test(name) && one.get(name) !== other.get(name))
    .map((name) => [name, one.get(name) ?? '(missing)', other.get(name) ?? '(missing)'])
}

/** @param {Answer} answer @returns {Map<string, string>} */
function fieldsOf({ status, type, text, json }) {
  const fields = new Map([
    ['the status', String(status)],
    ['the type', type],
  ])
  if (json === null) return fields.set('the text', text)
  add(json, '')
  return fields

  /** @param {unknown} value @param {string} name */
  function add(value, name) {
    if (typeof value !== 'object' || value === null) {
      fields.set(name, JSON.stringify(value))
      return
    }
    const entries = Object.entries(value)
    // The order of the names is part of the shape.
    fields.set(`${name}{}`, Array.isArray(value) ? 'list' : entries.map(([key]) => key).join())
    for (const [key, each] of entries) add(each, name === '' ? key : `${name}.${key}`)
  }
}
