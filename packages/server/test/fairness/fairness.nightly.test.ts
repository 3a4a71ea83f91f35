import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listening, spawnChild, type Product } from '../durability/product-child.ts'
import { attacks, cases } from './cases.ts'
import { attacked, prepare, type Setting } from './setting.ts'

/** `npm run test:soak -- fairness` measures what this only asks for: that no user is refused because of others. */
describe('while others take all they can get', () => {
  let product: Product
  let setting: Setting

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-fairness-'))
    product = await listening(spawnChild(attacked(dataDir)))
    setting = await prepare(product, 20_000_000)
    return async () => {
      product.signal('SIGKILL')
      await product.exited
      await rm(dataDir, { recursive: true })
    }
  }, 120_000)

  test.each(cases)('$what, a user can still $works', async ({ attack, works }) => {
    const running = await attacks[attack](setting.attackers)
    onTestFinished(() => running.stop())
    const done: string[] = []
    for (const work of works) {
      await setting.victim[work]()
      done.push(work)
    }
    expect(done).toEqual(works)
  })
})
