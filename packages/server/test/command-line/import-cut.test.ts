import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as others } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startProduct } from '../durability/product-process.ts'
import { commandJson, runCommand } from './run-command.ts'
import { newFolder } from '../support/new-folder.ts'

const mail = (number: number) =>
  `From ada@rocket.test Sat Nov 21 09:41:00 2020\nSubject: n${number}\n\nx\n\n`

/** Longer than the server is silent about the progress of an import, on a busy machine too. */
const longerMs = 2_000

// Each command is a process, which a busy machine takes seconds to start.
test(
  'an import whose server is killed says what was kept, and the next adds the rest alone',
  { timeout: 180_000 },
  async () => {
    const env = { DATA_DIR: newFolder() }
    await commandJson(['users', 'create', 'ada@example.test'], { env, input: 'a long password' })
    const product = await startProduct(env.DATA_DIR)
    const store = new DatabaseSync(join(env.DATA_DIR, 'mailstop.sqlite'), { readOnly: true })
    const kept = () => Number(store.prepare('select count(*) as count from mails').get()?.['count'])
    let sent = 0
    async function* untilKilled() {
      for (let began = Infinity; performance.now() - began < longerMs || sent < 3;) {
        yield mail(sent++)
        if (kept() > 0) began = Math.min(began, performance.now())
        // The last mail ends where the next begins.
        while (kept() < sent - 1) await others()
      }
      product.signal('SIGKILL')
      await product.exited
    }
    const cut = await runCommand(['import', '1', '-'], { env, input: untilKilled() })
    expect(cut).toMatchObject({ code: 1, text: '' })
    expect(cut.error).toMatch(
      /^The server ended before it answered\. Its log says why\. At least [\d,]+ messages? (was|were) imported\. Import again: what is there is not added twice\.\n$/,
    )

    const total = sent + 50
    const input = Array.from({ length: total }, (_, number) => mail(number)).join('')
    const again = await commandJson(['import', '1', '-'], { env, input })
    expect(again).toMatchObject({
      imported: total - (sent - 1),
      already_there: sent - 1,
      failed: 0,
      problems: [],
    })
    expect(kept()).toBe(total)
    store.close()
  },
)
