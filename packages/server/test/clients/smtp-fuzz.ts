import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { sessionProperties } from './session-properties.ts'

/**
 * npm run fuzz: a million random byte streams through the SMTP session, in slices, so that what a
 * session might keep would show as memory. Ends with code 1 and the shortest stream that breaks a
 * property, if one does; `--seed` and `--streams` repeat or extend it.
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const sliceRuns = 25_000
const growthMiB = 128

const wanted = Number(values.streams)
const rssMiB = () => process.memoryUsage.rss() / 2 ** 20
const startedAt = performance.now()
let done = 0
let settledMiB = 0
let mostMiB = 0
for (let slice = 0; done < wanted; slice += 1) {
  const seed = Number(values.seed) + slice
  // Both kinds in turn; each slice is new streams by its seed.
  const [name, property] =
    slice % 2 === 0
      ? (['answered', sessionProperties.answered()] as const)
      : (['cutsDoNotMatter', sessionProperties.cutsDoNotMatter()] as const)
  const numRuns = Math.min(sliceRuns, wanted - done)
  fc.assert(property as fc.IProperty<unknown>, { numRuns, seed })
  done += numRuns
  mostMiB = Math.max(mostMiB, rssMiB())
  // After two slices everything is compiled and the heap has its size.
  if (slice === 1) settledMiB = rssMiB()
  if (slice > 1 && rssMiB() > settledMiB + growthMiB) {
    throw new Error(`Memory grew from ${settledMiB} to ${rssMiB()} MiB by ${name}, seed ${seed}`)
  }
}
const seconds = (performance.now() - startedAt) / 1_000
process.stdout.write(
  `${done.toLocaleString('en-US')} streams in ${seconds.toFixed(0)} s, seed ${values.seed}, ` +
    `RSS ${settledMiB.toFixed(0)} MiB after ${sliceRuns * 2} streams and at most ${mostMiB.toFixed(0)}\n`,
)
