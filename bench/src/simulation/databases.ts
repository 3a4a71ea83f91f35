import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** A database of its own for each case: a copy of that at `url`, or an empty one without `copied`. */
export async function makeDatabase(url: string, { copied }: { copied: boolean }) {
  const name = `simulation_${randomUUID().replaceAll('-', '')}`
  const original = new URL(url).pathname.slice(1)
  await onServer(url, `create database ${name} template ${copied ? original : 'template0'}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    async countMails(): Promise<number> {
      const [row] = await ask(own.href, 'select count(*)::int as number from mails')
      return Number(row?.number)
    },
    drop: () => onServer(url, `drop database ${name} with (force)`),
  }
}

/** Connects to the database `postgres`, as one that is copied must have no connections. */
async function onServer(url: string, text: string): Promise<void> {
  const server = new URL(url)
  server.pathname = '/postgres'
  await ask(server.href, text)
}

async function ask(url: string, text: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ number: number }>(text)).rows
  } finally {
    await client.end()
  }
}
