import { expect, test } from 'vitest'
import { createCommitQueue, type CommitOptions } from './commit-queue.ts'

type Mail = { mail: { teamId: number }; user: string; charge: number }
const mailOf = (teamId: number, charge = 1, user = `user ${teamId}`): Mail => ({
  mail: { teamId },
  user,
  charge,
})
const turn = () => new Promise((done) => setImmediate(done))

/** A store whose commits end when the test says so. */
function commits() {
  const begun: ({ teams: number[]; end: () => void } & CommitOptions)[] = []
  const queue = createCommitQueue<Mail>(
    (group, options) =>
      new Promise((end) => {
        begun.push({ teams: group.map(({ mail }) => mail.teamId), end, ...options })
      }),
  )
  const add = (...teams: number[]) => teams.forEach((team) => queue.add(mailOf(team)))
  const teams = () => begun.map((one) => one.teams)
  return { queue, begun, add, teams }
}

test('what waits while a commit is under way shares the next', async () => {
  const { begun, add, teams } = commits()
  add(1, 2)
  await turn()
  add(3)
  add(4)
  await turn()
  expect(teams()).toEqual([[1, 2]])
  begun[0]?.end()
  await turn()
  expect(teams()).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('the next begins when the one before was committed, and a third when one has ended', async () => {
  const { begun, add, teams } = commits()
  add(1)
  await turn()
  add(2)
  begun[0]?.onCommitted()
  await turn()
  expect(teams()).toEqual([[1], [2]])
  add(3)
  begun[1]?.onCommitted()
  await turn()
  expect(teams()).toEqual([[1], [2]])
  begun[0]?.end()
  await turn()
  expect(teams()).toEqual([[1], [2], [3]])
})

test('a commit has 256 mails at most, and 32 MB but for the mail that passes them', async () => {
  const { queue, begun, teams } = commits()
  for (let count = 0; count < 300; count += 1) queue.add(mailOf(1))
  await turn()
  expect(teams()[0]).toHaveLength(256)
  for (let count = 0; count < 3; count += 1) queue.add(mailOf(2, 20 * 1024 * 1024))
  begun[0]?.end()
  await turn()
  // 16 of the small ones, and then a large one, take turns.
  expect(teams()[1]).toHaveLength(34)
})

test('mail of a team that is held is committed apart until some of it was kept', async () => {
  const { queue, begun, add, teams } = commits()
  add(1, 2)
  await turn()
  queue.holdApart([1], [mailOf(1)])
  begun[0]?.end()
  await turn()
  add(2, 1, 3, 1)
  await turn()
  expect(teams()).toEqual([[1, 2], [1], [2, 3]])
  expect(begun.map(({ isApart }) => isApart)).toEqual([false, true, false])
  begun[1]?.end()
  await turn()
  expect(teams()[3]).toEqual([1, 1])
  queue.release([mailOf(1)])
  begun[2]?.end()
  add(1)
  await turn()
  expect(begun[4]).toMatchObject({ teams: [1], isApart: false })
})

test('what waits already when its team is held goes apart as well', async () => {
  const { queue, begun, add, teams } = commits()
  add(1, 2)
  await turn()
  add(1, 2)
  queue.holdApart([1], [])
  begun[0]?.end()
  await turn()
  expect(teams().slice(1)).toEqual(expect.arrayContaining([[1], [2]]))
  expect(begun).toHaveLength(3)
})

test('is idle when nothing waits, and what was committed has ended', async () => {
  const { queue, begun, add } = commits()
  await queue.idle()
  add(1)
  await turn()
  begun[0]?.onCommitted()
  let isIdle = false
  const idle = queue.idle().then(() => (isIdle = true))
  await turn()
  expect(isIdle).toBe(false)
  begun[0]?.end()
  await idle
})

test('of more mails than a commit takes, those of all users and all their teams come first', async () => {
  const { queue, teams } = commits()
  for (let team = 1; team <= 50; team += 1) {
    for (let count = 0; count < 20; count += 1) queue.add(mailOf(team, 1, 'eve'))
  }
  queue.add(mailOf(51, 1, 'ann'))
  await turn()
  expect(teams()[0]?.indexOf(51)).toBeLessThan(20)
  expect(new Set(teams()[0]).size).toBeGreaterThan(10)
})

test('of more bytes than a commit takes, those of another user do not wait for the next', async () => {
  const { queue, teams } = commits()
  for (let count = 0; count < 5; count += 1) queue.add(mailOf(1, 20 * 1024 * 1024, 'eve'))
  queue.add(mailOf(2, 1, 'ann'))
  await turn()
  expect(teams()[0]).toEqual([1, 2, 1])
})
