import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { createByteBudget } from './byte-budget.ts'

const chunk = 64 * 1024

describe('the byte budget', () => {
  test('lets everybody grow while there is room', () => {
    const budget = createByteBudget(10 * chunk, 2 * chunk)
    const shares = Array.from({ length: 8 }, () => budget.share())
    for (const share of shares) expect(share.reserve(() => {})).toBe(true)
    expect(budget.used).toBe(8 * chunk)
  })

  test('beyond it lends the last part to one, and the others go on first come, first served', () => {
    const budget = createByteBudget(4 * chunk, 2 * chunk)
    const went: string[] = []
    const [a, b, c, d, e] = Array.from({ length: 5 }, () => budget.share())
    expect(a?.reserve(() => {})).toBe(true)
    expect(b?.reserve(() => {})).toBe(true)
    expect(c?.reserve(() => went.push('c'))).toBe(true)
    expect(d?.reserve(() => went.push('d'))).toBe(false)
    expect(e?.reserve(() => went.push('e'))).toBe(false)
    c?.set(chunk)
    expect(c?.reserve(() => {})).toBe(true)
    const release = c?.handOver(2 * chunk)
    expect(went).toEqual([])
    release?.()
    expect(went).toEqual(['d'])
    a?.close()
    b?.close()
    expect(went).toEqual(['d', 'e'])
  })

  test('whoever asks again the moment it went on waits behind those who asked before', () => {
    const budget = createByteBudget(5 * chunk, chunk)
    const [a, lent, d, e] = Array.from({ length: 4 }, () => budget.share())
    for (let count = 0; count < 4; count += 1) a?.reserve(() => {})
    lent?.reserve(() => {})
    const went: string[] = []
    const again = () => {
      if (d?.reserve(() => went.push('d again'))) went.push('d out of turn')
    }
    d?.reserve(() => {
      went.push('d')
      again()
    })
    e?.reserve(() => went.push('e'))
    a?.close()
    expect(went).toEqual(['d', 'e', 'd again'])
  })

  test('thousands go on one after another, each with what the one before gave back', () => {
    const budget = createByteBudget(3 * chunk, chunk)
    const [a, lent] = [budget.share(), budget.share()]
    for (let count = 0; count < 2; count += 1) a.reserve(() => {})
    lent.reserve(() => {})
    let finished = 0
    for (let count = 0; count < 20_000; count += 1) {
      const share = budget.share()
      share.reserve(() => {
        const release = share.handOver(1)
        finished += 1
        release()
      })
    }
    a.close()
    expect(finished).toBe(20_000)
    lent.close()
    expect(budget.used).toBe(0)
  })

  test('forgets whoever leaves while waiting', () => {
    const budget = createByteBudget(2 * chunk, chunk)
    const [a, b, c, d] = Array.from({ length: 4 }, () => budget.share())
    a?.reserve(() => {})
    b?.reserve(() => {})
    let went = ''
    c?.reserve(() => (went += 'c'))
    d?.reserve(() => (went += 'd'))
    c?.close()
    b?.close()
    expect(went).toBe('d')
    a?.close()
    d?.close()
    expect(budget.used).toBe(0)
  })

  test('whatever the mails and their order, all of them arrive and the budget is kept', () => {
    const mails = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(
        mails,
        fc.integer({ min: 5, max: 12 }),
        fc.infiniteStream(fc.nat()),
        (sizes, total, picks) => {
          const budget = createByteBudget(total * chunk, 5 * chunk)
          const uploads = sizes.map((chunks) => ({
            chunks,
            sent: 0,
            may: false,
            share: budget.share(),
          }))
          const ask = (upload: (typeof uploads)[number]) => {
            upload.may = upload.share.reserve(() => (upload.may = true))
          }
          uploads.forEach(ask)
          let left = uploads
          while (left.length > 0) {
            const ready = left.filter(({ may }) => may)
            expect(ready.length).toBeGreaterThan(0)
            const upload = ready[(picks.next().value ?? 0) % ready.length]
            if (!upload) return
            upload.sent += 1
            upload.share.set(upload.sent * chunk)
            if (upload.sent < upload.chunks) ask(upload)
            else upload.share.handOver(upload.sent * chunk)()
            expect(budget.used).toBeLessThanOrEqual(total * chunk)
            left = left.filter(({ sent, chunks }) => sent < chunks)
          }
          expect(budget.used).toBe(0)
        },
      ),
      { numRuns: fuzzRuns(300) },
    )
  })
})
