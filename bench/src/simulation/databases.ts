import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** A database of its own for each case: a copy of that at `url`, or an empty one without `copied`. */
export async function makeDatabase(url: string, { copied }: { copied: boolean }) {
  const name = `simulation_${randomUUID().replaceAll('-', '')}`
  const at = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  const original = new URL(url).pathname.slice(1)
  // Connects to another database, as one that is copied must have no connections.
  const server = at('postgres')
  await ask(server, `create database ${name} template ${copied ? original : 'template0'}`)
  return {
    url: at(name),
    async countMails(): Promise<number> {
      const [row] = await ask(at(name), 'select count(*)::int as number from mails')
      return Number(row?.number)
    },
    drop: () => ask(server, `drop database ${name} with (force)`),
  }
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
