import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createScheduledBackups } from './scheduled-backups.ts'
import { newFolder } from '../../test/support/new-folder.ts'

const hourMs = 3_600_000

function start(keep = 2) {
  const parent = newFolder()
  const folder = join(parent, 'backups')
  const clock = { time: Date.UTC(2026, 10, 23), fails: false, endless: false }
  const metrics = { registry: new Registry(), Counter, Gauge, Histogram }
  const begun = Promise.withResolvers<void>()
  async function* archive(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half ')
    begun.resolve()
    if (clock.fails) throw new Error('no room')
    while (clock.endless) {
      await new Promise(setImmediate)
      yield Buffer.from('more ')
    }
    yield Buffer.from('whole')
  }
  const log = pino({ level: 'silent' })
  const schedule = { everyMs: 24 * hourMs, folder, keep }
  const scheduled = createScheduledBackups({
    backups: { archive },
    schedule,
    metrics,
    log,
    now: () => clock.time,
  })
  const after = async (hours: number) => {
    clock.time += hours * hourMs
    await scheduled.sweep()
    return readdirSync(folder)
  }
  return { folder, clock, metrics, scheduled, after, begun }
}

test('a backup is made when one is due, whole and for its owner alone, and the newest are kept', async () => {
  const { folder, after, metrics } = start()
  expect(await after(0)).toEqual(['mailstop-2026-11-23T00-00-00Z.tar'])
  const file = join(folder, 'mailstop-2026-11-23T00-00-00Z.tar')
  expect(readFileSync(file, 'utf8')).toBe('half whole')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await after(23)).toHaveLength(1)
  expect(await after(1)).toHaveLength(2)
  expect(await after(24)).toEqual([
    'mailstop-2026-11-24T00-00-00Z.tar',
    'mailstop-2026-11-25T00-00-00Z.tar',
  ])
  const text = await metrics.registry.metrics()
  expect(text).toContain('mailstop_backups_total{outcome="made"} 3')
  expect(text).toContain(`mailstop_backup_last_made_seconds ${Date.UTC(2026, 10, 25) / 1_000}`)
})

test('files of others stay, whatever they are called', async () => {
  const { folder, after } = start(1)
  await after(0)
  const others = [
    'mailstop.tar',
    'mailstop-2020-01-01.tar',
    'mailstop-2020-01-01T00-00-00Z.tar.gz',
    'notes',
  ]
  for (const name of others) writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, 'mailstop-2020-01-01T00-00-00Z.tar'))
  writeFileSync(
    join(folder, 'mailstop-2026-11-22T00-00-00Z.tar.0123abcd.part'),
    'of a killed process',
  )
  expect(await after(24)).toEqual(
    [
      ...others,
      'mailstop-2020-01-01T00-00-00Z.tar',
      'mailstop-2026-11-24T00-00-00Z.tar',
    ].toSorted(),
  )
})

test('a failure is counted, removes nothing, and is tried again after a while', async () => {
  const { clock, after, metrics } = start(1)
  const [first] = await after(0)
  clock.fails = true
  expect(await after(24)).toEqual([first])
  expect(await metrics.registry.metrics()).toContain('mailstop_backups_total{outcome="failed"} 1')
  clock.fails = false
  expect(await after(0)).toEqual([first])
  expect(await after(0.25)).toEqual(['mailstop-2026-11-24T00-15-00Z.tar'])
})

test('a clock that was ahead and is set back stops no backups, and what it named goes first', async () => {
  const { clock, after } = start(2)
  await after(0)
  expect(await after(24 * 365)).toHaveLength(2)
  clock.time = Date.UTC(2026, 10, 23)
  expect(await after(24)).toEqual([
    'mailstop-2026-11-23T00-00-00Z.tar',
    'mailstop-2026-11-24T00-00-00Z.tar',
  ])
  clock.fails = true
  await after(24 * 365)
  clock.fails = false
  clock.time = Date.UTC(2026, 10, 25)
  expect((await after(0)).at(-1)).toBe('mailstop-2026-11-25T00-00-00Z.tar')
})

test('an end cuts off the backup that is being made, and leaves nothing of it', async () => {
  const { folder, clock, scheduled, begun } = start()
  clock.endless = true
  const sweeping = scheduled.sweep()
  await begun.promise
  scheduled.stop()
  await sweeping
  expect(readdirSync(folder)).toEqual([])
})
