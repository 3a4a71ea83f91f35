import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzRuns } from '../../../test/support/fuzz-runs.ts'
import { createByteBudget, type ByteBudget } from './byte-budget.ts'

const chunk = 64 * 1024

/** A mail under way: `may` says whether it may send, `gone` that it was let go. */
function upload(budget: ByteBudget, account: number, user = String(account)) {
  let content = 0
  const share = budget.share({
    sharer: () => ({ user, account }),
    letGo: () => {
      mail.gone = true
      mail.may = false
      share.close()
    },
  })
  const mail = {
    account,
    share,
    may: false,
    gone: false,
    sent: () => content,
    ask(): boolean {
      return (mail.may = share.reserve(() => (mail.may = true)))
    },
    /** One chunk, or a part of one. */
    send(bytes = chunk): boolean {
      share.set((content += bytes))
      return mail.ask()
    },
    /** Takes as much as it may. */
    fill(chunks: number): void {
      for (mail.ask(); mail.may && content < chunks * chunk;) mail.send()
    },
    finish(): () => void {
      mail.may = false
      return share.handOver(content)
    },
  }
  return mail
}

const uploads = (budget: ByteBudget, count: number, account: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => upload(budget, account(index)))

/** 16 MB, mails of up to 2: small mails have 2 MB, large ones 12 and the lane. */
const mib = 1024 * 1024
const rules = { total: 16 * mib, largest: 2 * mib }

describe('the byte budget', () => {
  test('lets an account grow to half of what large mails have, and others use the rest', () => {
    const budget = createByteBudget(rules)
    const hogs = uploads(budget, 14, () => 1)
    for (const hog of hogs) hog.fill(31)
    expect(hogs.some(({ may }) => !may)).toBe(true)
    expect(budget.used).toBeLessThanOrEqual(10 * mib)
    const others = uploads(budget, 2, () => 2)
    for (const other of others) {
      other.fill(30)
      expect(other.may).toBe(true)
    }
    for (const mail of [...hogs, ...others]) mail.share.close()
    expect(budget.used).toBe(0)
  })

  test('a small mail waits for no large one, of however many accounts', () => {
    const budget = createByteBudget(rules)
    const hogs = uploads(budget, 60, (index) => index % 6)
    for (const hog of hogs) hog.fill(31)
    budget.check(0)
    const [mail] = uploads(budget, 1, () => 99)
    mail?.ask()
    // Waiting mail that is no longer small has made way at the next check at the latest.
    budget.check(1_000)
    expect(mail?.may).toBe(true)
    for (let sent = 0; sent < 4; sent += 1) expect(mail?.send()).toBe(true)
    expect(budget.used).toBeLessThanOrEqual(rules.total)
  })

  test('accounts take turns, and so do the mails of one', () => {
    const budget = createByteBudget({ total: 6 * chunk, largest: 2 * chunk })
    const filling = uploads(budget, 5, (index) => 10 + index)
    for (const mail of filling) expect(mail.ask()).toBe(true)
    const went: string[] = []
    const waiting = [1, 1, 1, 2, 3].map((account, index) => {
      const { share } = upload(budget, account)
      share.reserve(() => {
        went.push(`${account}, mail ${index}`)
        share.close()
      })
      return share
    })
    for (const { share } of filling) share.close()
    expect(went).toEqual(['1, mail 0', '2, mail 3', '3, mail 4', '1, mail 1', '1, mail 2'])
    for (const share of waiting) share.close()
    expect(budget.used).toBe(0)
  })

  test('a mail that had its turn waits behind the others', () => {
    const budget = createByteBudget({ total: 4 * chunk, largest: 2 * chunk })
    const [a, b, lane] = uploads(budget, 3, (index) => index)
    for (const mail of [a, b, lane]) expect(mail?.ask()).toBe(true)
    const went: string[] = []
    const [d, e] = uploads(budget, 2, (index) => 10 + index)
    d?.share.reserve(() => {
      went.push('d')
      d.share.set(chunk)
      if (d.share.reserve(() => went.push('d again'))) went.push('d out of turn')
    })
    e?.share.reserve(() => went.push('e'))
    a?.share.close()
    b?.share.close()
    expect(went).toEqual(['d'])
    lane?.share.close()
    expect(went).toEqual(['d', 'e', 'd again'])
  })

  test('a slow mail that holds memory for which others wait is ended', () => {
    const budget = createByteBudget(rules)
    const hogs = uploads(budget, 14, (index) => index % 2)
    for (const hog of hogs) hog.fill(29)
    const [mail] = uploads(budget, 1, () => 2)
    mail?.fill(30)
    expect(mail?.may).toBe(false)
    for (let now = 0; now <= 16_000 && !mail?.may; now += 1_000) {
      for (const hog of hogs) if (hog.may) hog.send(2_000)
      budget.check(now)
      if (mail?.may) mail.fill(30)
    }
    expect(mail?.may).toBe(true)
    expect(mail?.gone).toBe(false)
    expect(hogs.some(({ gone }) => gone)).toBe(true)
  })

  test('a mail that is slow while nobody waits, or fast enough while others do, stays', () => {
    const budget = createByteBudget(rules)
    const slow = upload(budget, 1)
    slow.fill(20)
    for (let now = 0; now < 60_000; now += 1_000) budget.check(now)
    expect(slow.gone).toBe(false)
    slow.share.close()

    const brisk = upload(budget, 1)
    brisk.fill(4)
    const hogs = uploads(budget, 14, (index) => 2 + (index % 2))
    for (const hog of hogs) hog.fill(29)
    for (let now = 100_000; now < 120_000; now += 1_000) {
      if (brisk.may) brisk.send(40_000)
      budget.check(now)
    }
    expect(hogs.some(({ gone }) => gone)).toBe(true)
    expect(brisk.gone).toBe(false)
  })

  test('an account that waits for its own bytes ends no other mail', () => {
    const budget = createByteBudget(rules)
    const slow = upload(budget, 1)
    slow.fill(20)
    const hogs = uploads(budget, 7, () => 2)
    for (const hog of hogs) hog.fill(29)
    expect(hogs.some(({ may }) => !may)).toBe(true)
    for (let now = 0; now < 60_000; now += 1_000) budget.check(now)
    expect(slow.gone).toBe(false)
  })

  test('thousands continue one after another, each with the bytes that the one before released', () => {
    const budget = createByteBudget({ total: 3 * chunk, largest: chunk })
    const [a, b, lent] = uploads(budget, 3, (index) => index)
    for (const mail of [a, b, lent]) mail?.ask()
    let finished = 0
    for (let count = 0; count < 20_000; count += 1) {
      const { share } = upload(budget, 10 + (count % 3))
      share.reserve(() => {
        const release = share.handOver(1)
        finished += 1
        release()
      })
    }
    lent?.share.close()
    expect(finished).toBe(20_000)
    a?.share.close()
    b?.share.close()
    expect(budget.used).toBe(0)
  })

  test('forgets one that leaves while it waits', () => {
    const budget = createByteBudget({ total: 2 * chunk, largest: chunk })
    const [a, b, c, d] = uploads(budget, 4, (index) => index)
    for (const mail of [a, b, c, d]) mail?.ask()
    expect([a, b, c, d].map((mail) => mail?.may)).toEqual([true, true, false, false])
    c?.share.close()
    b?.share.close()
    expect(d?.may).toBe(true)
    a?.share.close()
    d?.share.close()
    expect(budget.used).toBe(0)
  })

  test('is divided among users, however many accounts one has', () => {
    const budget = createByteBudget(rules)
    const hogs = Array.from({ length: 14 }, (_, account) => upload(budget, account, 'eve'))
    for (const hog of hogs) hog.fill(31)
    expect(budget.used).toBeLessThanOrEqual(10 * mib)
    const other = upload(budget, 99)
    other.fill(31)
    expect(other.sent()).toBe(31 * chunk)
  })

  test('lets the accounts of a user take turns, whatever waits in one of them', () => {
    const budget = createByteBudget({ total: 4 * chunk, largest: 2 * chunk })
    const [first, second, busy, other] = [1, 1, 1, 2].map((each) => upload(budget, each, 'eve'))
    for (const mail of [first, second, busy, other]) mail?.ask()
    expect([busy?.may, other?.may]).toEqual([false, false])
    first?.share.close()
    second?.share.close()
    expect([busy?.may, other?.may]).toEqual([true, true])
  })

  test('the account of a connection is that of its mail', () => {
    const budget = createByteBudget(rules)
    let account = 1
    const share = budget.share({
      sharer: () => ({ user: `user ${account}`, account }),
      letGo: () => {},
    })
    share.reserve(() => {})
    share.set(10)
    share.handOver(10)()
    account = 2
    share.reserve(() => {})
    share.set(10)
    const release = share.handOver(10)
    share.close()
    expect(budget.used).toBe(10)
    release()
    expect(budget.used).toBe(0)
  })

  test.each([
    ['of a few chunks', 5, 12, 5, 1],
    ['with room for small mails', 60, 120, 20, 1],
    ['of mails that end while they are small', 60, 120, 20, 4],
  ])('%s: whatever the mails, all arrive and it is kept', (_title, least, most, largest, parts) => {
    const size = fc.integer({ min: 1, max: largest })
    const mails = fc.array(fc.tuple(size, fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(
        mails,
        fc.integer({ min: least, max: most }),
        fc.infiniteStream(fc.nat()),
        (sizes, total, picks) => {
          const budget = createByteBudget({
            total: total * chunk,
            largest: largest * chunk,
            smallBytes: 2 * chunk,
          })
          let left = sizes.map(([chunks, account]) => ({
            chunks: Math.ceil(chunks / parts),
            mail: upload(budget, account),
          }))
          for (const { mail } of left) mail.ask()
          while (left.length > 0) {
            const ready = left.filter(({ mail }) => mail.may)
            expect(ready.length).toBeGreaterThan(0)
            const one = ready[(picks.next().value ?? 0) % ready.length]
            if (!one) return
            const isLast = one.mail.sent() + chunk >= one.chunks * chunk
            if (isLast) {
              one.mail.finish()()
              left = left.filter((other) => other !== one)
            } else one.mail.send()
            expect(budget.used).toBeLessThanOrEqual(total * chunk)
          }
          expect(budget.used).toBe(0)
        },
      ),
      { numRuns: fuzzRuns(200) },
    )
  })
})
