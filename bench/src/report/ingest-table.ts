import type { IngestResult } from '../ingest-case.ts'
import type { LoadMode } from '../load/load-job.ts'
import { median } from '../load/percentiles.ts'
import { smtpSink } from '../targets/smtp-sink.ts'
import type { Target } from '../targets/target.ts'
import { decimals, table, whole } from './table.ts'

const modeTexts: Record<LoadMode, string> = {
  'kept-open': 'connections kept open',
  'per-mail': 'one connection per mail',
}

const headings = [
  'server',
  'mails/s',
  'of smtp-sink',
  'DATA p50 ms',
  'p99 ms',
  'connect to 250 p50 ms',
  'p99 ms',
  'CPU ms/mail',
  'peak RSS MB',
  'RSS after MB',
  'shown',
  'loader busy',
]

/** A table for each mode; every cell is the median of the rounds. */
export function ingestTable(results: IngestResult[], modes: LoadMode[], targets: Target[]): string {
  const sections = modes.map((mode) => {
    const of = (name: string) =>
      results.filter((result) => result.target === name && result.mode === mode)
    const ceiling = median(of(smtpSink.name).map((result) => result.mailsPerSecond))
    const rows = targets.map(({ name }) => row(name, of(name), ceiling))
    return `${modeTexts[mode]}\n${table(headings, rows)}`
  })
  const kept = targets.map(({ name, keeps }) => `${name}: an accepted mail is ${keeps}`)
  return [...sections, kept.join('\n')].join('\n\n')
}

/** One server's figures as parts of the other's, in each mode, by the medians of the rounds. */
export function ratios(
  results: IngestResult[],
  modes: LoadMode[],
  [one, other]: [Target, Target],
): string {
  const columns = ['mailsPerSecond', 'cpuMsPerMail', 'peakRssMb'] as const
  const rows = modes.map((mode) => [
    modeTexts[mode],
    ...columns.map((column) => {
      const of = ({ name }: Target) =>
        median(
          results.flatMap((result) =>
            result.target === name && result.mode === mode ? [result[column]] : [],
          ),
        )
      return decimals(of(one) / of(other), 2)
    }),
  ])
  return table([`${one.name} / ${other.name}`, 'mails/s', 'CPU ms/mail', 'peak RSS'], rows)
}

function row(name: string, results: IngestResult[], ceiling: number): string[] {
  const mid = (value: (result: IngestResult) => number) => median(results.map(value))
  const rate = mid((result) => result.mailsPerSecond)
  const isPerMail = results.every((result) => result.wholeMs !== null)
  const wholeMs = (rank: 'p50' | 'p99') =>
    isPerMail
      ? decimals(
          mid((result) => result.wholeMs?.[rank] ?? Number.NaN),
          2,
        )
      : '–'
  const all = results.every((result) => result.shown === result.accepted)
  return [
    name,
    whole(rate),
    Number.isNaN(ceiling) ? '–' : decimals(rate / ceiling, 3),
    decimals(
      mid((result) => result.dataMs.p50),
      2,
    ),
    decimals(
      mid((result) => result.dataMs.p99),
      2,
    ),
    wholeMs('p50'),
    wholeMs('p99'),
    decimals(
      mid((result) => result.cpuMsPerMail),
      3,
    ),
    whole(mid((result) => result.peakRssMb)),
    whole(mid((result) => result.rssAfterMb)),
    all ? 'all' : '–',
    `${whole(mid((result) => result.loaderBusy) * 100)} %`,
  ]
}
