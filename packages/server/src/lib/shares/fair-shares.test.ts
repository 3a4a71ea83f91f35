import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFairShares, type Share, type ShareRules } from './fair-shares.ts'
import { serveClient } from './served-client.ts'

const rules: ShareRules = {
  total: 2,
  perUser: 1,
  waiting: 1_000,
  waitingPerUser: 100,
  waitMs: 60_000,
}

const unavailable = expect.objectContaining({ code: 'unavailable', retryAfter: expect.any(Number) })

/** Pools whose grants are written down by name, in their order. */
function setUp(changed: Partial<ShareRules> = {}) {
  const shares = createFairShares({ ...rules, ...changed })
  const granted: string[] = []
  const connections = new Map<string, object>()
  const held = new Map<string, Share>()

  /** `ann.1` is the user ann on her connection 1; `what` tells requests apart. */
  function ask(
    who: string,
    { what = who, team = '', size = 1, signal = undefined as AbortSignal | undefined } = {},
  ) {
    const connection = connections.get(who) ?? {}
    connections.set(who, connection)
    const user = who.split('.')[0] ?? ''
    const asked = shares.take(size, { user, team, connection, signal }).then((share) => {
      granted.push(what)
      held.set(what, share)
      return share
    })
    asked.catch(() => {})
    return asked
  }
  async function release(what: string) {
    held.get(what)?.release()
    await settled()
  }
  return { shares, granted, held, ask, release }
}

afterEach(() => void vi.useRealTimers())

const settled = () => new Promise(setImmediate)

describe('fair shares', () => {
  test('serve users in turn, however many requests one of them has', async () => {
    const { ask, granted, release } = setUp({ total: 1 })
    await ask('eve', { what: 'eve 0' })
    for (const number of [1, 2, 3]) void ask('eve', { what: `eve ${number}` })
    void ask('ann')
    void ask('bob')
    for (const what of ['eve 0', 'ann', 'bob', 'eve 1', 'eve 2']) await release(what)
    expect(granted).toEqual(['eve 0', 'ann', 'bob', 'eve 1', 'eve 2', 'eve 3'])
  })

  test('serve the connections of a user in turn', async () => {
    const { ask, granted, release } = setUp({ total: 1 })
    await ask('ann.1', { what: 'first' })
    for (const number of [1, 2, 3]) void ask('ann.1', { what: `busy ${number}` })
    void ask('ann.2', { what: 'other' })
    for (const what of ['first', 'busy 1', 'other']) await release(what)
    expect(granted).toEqual(['first', 'busy 1', 'other', 'busy 2'])
  })

  test('serve the teams of a user in turn, and give that user no more for them', async () => {
    const { ask, granted, release } = setUp({ total: 1 })
    await ask('eve', { what: 'first', team: '1' })
    for (const team of ['1', '2', '3']) {
      for (const number of [1, 2]) void ask(`eve.${team}`, { what: `${team} ${number}`, team })
    }
    void ask('ann')
    for (const what of ['first', 'ann', '1 1', '2 1', '3 1', '1 2', '2 2']) await release(what)
    expect(granted).toEqual(['first', 'ann', '1 1', '2 1', '3 1', '1 2', '2 2', '3 2'])
  })

  test('take back the slow share of a team for which another team of the same user waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const pace = { perSecond: 1_000, graceMs: 100, turnMs: 60_000 }
    const { ask, held } = setUp({ pace, total: 4 })
    await ask('eve', { what: 'slow', team: '1' })
    void ask('eve', { what: 'same team', team: '1' })
    vi.advanceTimersByTime(1_000)
    expect(held.get('slow')?.signal.aborted).toBe(false)
    void ask('eve', { what: 'other team', team: '2' })
    vi.advanceTimersByTime(20)
    expect(held.get('slow')?.signal.aborted).toBe(true)
  })

  test('give a user no more than their part, though nobody else asks', async () => {
    const { ask, granted, release } = setUp()
    void ask('eve', { what: 'one' })
    void ask('eve', { what: 'two' })
    await settled()
    expect(granted).toEqual(['one'])
    void ask('ann')
    await settled()
    expect(granted).toEqual(['one', 'ann'])
    await release('one')
    expect(granted).toEqual(['one', 'ann', 'two'])
  })

  test('keep room for a large request whose turn it is', async () => {
    const { ask, granted, release } = setUp({ total: 10, perUser: 10 })
    await ask('eve', { what: 'most', size: 8 })
    void ask('ann', { size: 10 })
    void ask('bob', { size: 1 })
    await settled()
    expect(granted).toEqual(['most'])
    await release('most')
    await release('ann')
    expect(granted).toEqual(['most', 'ann', 'bob'])
  })

  test('serve what is larger than all there is, alone', async () => {
    const { ask, granted, release } = setUp({ total: 10, perUser: 5 })
    await ask('ann', { size: 100 })
    void ask('bob', { size: 1 })
    await settled()
    await release('ann')
    expect(granted).toEqual(['ann', 'bob'])
  })

  test('refuse a user who has too much waiting, and nobody else', async () => {
    const { ask, granted, shares } = setUp({ waitingPerUser: 2, total: 1 })
    await ask('eve')
    void ask('eve', { what: 'second' })
    void ask('eve', { what: 'third' })
    await expect(ask('eve')).rejects.toThrow(unavailable)
    void ask('ann')
    await settled()
    expect(shares.stats()).toMatchObject({ held: 1, waiting: 3, refused: 1 })
    expect(granted).toEqual(['eve'])
  })

  test('take a place in a full queue from the user who has most of them', async () => {
    const { ask, release, granted } = setUp({ waiting: 3, total: 1 })
    await ask('eve', { what: 'held' })
    const places = ['eve 1', 'eve 2', 'eve 3'].map((what) => ask('eve', { what }))
    void ask('ann')
    await expect(places[2]).rejects.toThrow(unavailable)
    await expect(ask('eve')).rejects.toThrow(unavailable)
    for (const what of ['held', 'eve 1']) await release(what)
    expect(granted).toContain('ann')
  })

  test('give up what waits when its client hangs up, or has hung up', async () => {
    const { ask, granted, release, shares } = setUp({ total: 1 })
    const client = new AbortController()
    await ask('eve')
    const waiting = ask('ann', { signal: client.signal })
    client.abort()
    await expect(waiting).rejects.toThrow(unavailable)
    await expect(ask('ann', { signal: client.signal })).rejects.toThrow(unavailable)
    await release('eve')
    expect(granted).toEqual(['eve'])
    expect(shares.stats()).toMatchObject({ held: 0, waiting: 0 })
  })

  test('refuse what has waited too long', async () => {
    const { ask } = setUp({ total: 1, waitMs: 5 })
    await ask('eve')
    await expect(ask('ann')).rejects.toThrow(unavailable)
  })

  test('take back the slowest share of others, and no faster one, when somebody waits', async () => {
    const pace = { perSecond: 1_000, graceMs: 20, turnMs: 60_000 }
    const { ask, held, granted, release } = setUp({ pace })
    await ask('eve')
    await ask('bob')
    void ask('ann')
    held.get('bob')?.moved(1_000_000)
    const eve = held.get('eve')?.signal as AbortSignal
    await new Promise((resolve) => eve.addEventListener('abort', resolve))
    await release('eve')
    expect(granted).toEqual(['eve', 'bob', 'ann'])
    expect(held.get('bob')?.signal.aborted).toBe(false)
  })

  test('take back no share that was granted a moment ago, nor one whose owner is at work', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const pace = { perSecond: 1_000, graceMs: 100, turnMs: 60_000 }
    const { shares, ask, held } = setUp({ pace, total: 3 })
    await ask('joe')
    held.get('joe')?.busy(true)
    await ask('eve')
    vi.advanceTimersByTime(90)
    await ask('late')
    void ask('ann')
    vi.advanceTimersByTime(40)
    const isTakenBack = (who: string) => held.get(who)?.signal.aborted
    expect(['joe', 'eve', 'late'].map(isTakenBack)).toEqual([false, true, false])
    held.get('joe')?.busy(false)
    vi.advanceTimersByTime(90)
    expect(['joe', 'eve', 'late'].map(isTakenBack)).toEqual([false, true, true])
    vi.advanceTimersByTime(40)
    expect(shares.stats().takenBack).toBe(3)
  })

  test('take back a share that lasts too long, however quick, when somebody else waits', async () => {
    const pace = { perSecond: 0, graceMs: 10, turnMs: 30 }
    const { ask, held } = setUp({ pace, total: 1 })
    const end = (await ask('eve')).signal
    void ask('ann')
    expect(end.aborted).toBe(false)
    await new Promise((resolve) => end.addEventListener('abort', resolve))
    held.get('eve')?.release()
  })

  test('leave room for the next user, however many hold all they can get', async () => {
    const { ask, granted } = setUp({ total: 64, perUser: 64 })
    for (const user of ['a', 'b', 'c', 'd']) {
      for (let count = 0; count < 64; count += 1) void ask(user)
    }
    await settled()
    const had = granted.length
    expect(had).toBeGreaterThan(50)
    void ask('ann')
    await settled()
    expect(granted.slice(had)).toEqual(['ann'])
  })

  test('let others have what a share turns out not to need', async () => {
    const { shares, ask, held, granted, release } = setUp({ total: 10, perUser: 10 })
    await ask('eve', { size: 8 })
    void ask('ann', { size: 6 })
    await settled()
    expect(granted).toEqual(['eve'])
    held.get('eve')?.shrink(4)
    await settled()
    expect(granted).toEqual(['eve', 'ann'])
    for (const what of ['eve', 'ann']) await release(what)
    expect(shares.stats().held).toBe(0)
  })

  test('release a share once, however often that is said, and after a failure', async () => {
    const { shares, ask, release } = setUp({ total: 1 })
    await ask('eve')
    for (const _ of [1, 2]) await release('eve')
    expect(shares.stats().held).toBe(0)
    const failing = shares.within(1, async () => {
      throw new RangeError('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(shares.stats().held).toBe(0)
  })

  test('know the client that is being served', async () => {
    const { shares, ask, granted } = setUp()
    const connection = {}
    const own = await serveClient({ user: 'ann', connection }, () => shares.take())
    void ask('ann')
    void ask('bob')
    await settled()
    expect(granted).toEqual(['bob'])
    own.release()
    await settled()
    expect(granted).toEqual(['bob', 'ann'])
  })
})
