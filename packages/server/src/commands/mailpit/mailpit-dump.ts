import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countText } from '@mailstop/contract'
import { z } from 'zod'
import { askServer, nameOf, ownServer, serverAt, type KnownServer } from '../serve/own-server.ts'
import { readSettings } from '../settings.ts'
import { fail, failUsage, print } from '../terminal.ts'
import { someAtOnce } from './some-at-once.ts'
import { readCommand } from './mailpit-words.ts'

const page = 100
const answerMs = 60_000
const listed = z.object({ messages: z.array(z.object({ ID: z.string().regex(/^[\w-]+$/) })) })

/** Writes each mail of a server to a file of its own, by Mailpit's API. Without `--http` it asks the server that is here. */
export async function run(words: string[]): Promise<void> {
  const { values, rest } = readCommand(
    words.filter((word) => !/^(-v|--verbose)$/.test(word)),
    {
      database: null,
      http: null,
      'tenant-id': null,
      'max-message-size': null,
    },
  )
  const [folder, ...more] = rest
  if (folder === undefined || more.length > 0) failUsage(['Name one folder: dump <folder>.'])
  if (values['database'] !== undefined) {
    failUsage([
      '--database: Mailstop reads no file of Mailpit. Leave it out, or name its server by --http.',
    ])
  }
  const { http } = values
  const base = http === undefined ? ownServer(readSettings().config) : serverAt(http)
  if (base === null) return failUsage(['--http must be an http or https URL.'])
  mkdirSync(folder, { recursive: true })
  let written = 0
  for (let ids = await idsFrom(base, 0); ids.length > 0; ids = await idsFrom(base, written)) {
    await someAtOnce(ids, async (id) => {
      const source = await ask(base, `/api/v1/message/${id}/raw`)
      writeFileSync(join(folder, `${id}.eml`), Buffer.from(await source.arrayBuffer()))
      written += 1
    })
  }
  print(`Wrote ${countText(written)} to ${folder}.`)
}

async function idsFrom(base: KnownServer, start: number): Promise<string[]> {
  const answer = await ask(base, `/api/v1/messages?start=${start}&limit=${page}`)
  return listed.parse(await answer.json()).messages.map(({ ID }) => ID)
}

async function ask(server: KnownServer, path: string): Promise<Response> {
  const answer = await askServer(server, path, answerMs).catch((error: unknown) =>
    fail([`${nameOf(server)}: ${String(error)}`]),
  )
  return answer.ok
    ? answer
    : fail([`${nameOf(server)}/${path} answers with status ${answer.status}.`])
}
