import type { SizeResult } from '../size/measure-size.ts'
import { decimals, table, whole } from './table.ts'

/** Names that take less are one line: they are pages that hold hardly anything. */
const leastShown = 3

/** Bytes a mail by table and index, one column for each checkout. */
export function sizeTable(results: SizeResult[]): string {
  const names = [...new Set(results.flatMap(({ bytes }) => Object.keys(bytes)))]
    .filter((name) => results.some(({ bytes }) => (bytes[name] ?? 0) >= leastShown))
    .toSorted((one, other) => size(results, other) - size(results, one))
  const line = (name: string, value: (result: SizeResult) => string) => [
    name,
    ...results.map(value),
  ]
  return table(
    [`${results[0]?.database}, mails of ${results[0]?.kind}`, ...results.map(({ code }) => code)],
    [
      ...names.map((name) => line(name, ({ bytes }) => whole(bytes[name] ?? 0))),
      line('source as sent', ({ source }) => whole(source)),
      line('source as packed', ({ packedSource }) => whole(packedSource)),
      line('besides it', (result) => whole(besides(result))),
      line('of the source', (result) => decimals(besides(result) / result.source, 2)),
      line('of the packed source', (result) => decimals(besides(result) / result.packedSource, 2)),
      line('write-ahead log', ({ wal }) => whole(wal)),
      line('processor, ms a mail', ({ processorMs }) => decimals(processorMs, 3)),
    ],
  )
}

/** All but the packed sources: what their table adds to them counts. */
const besides = ({ bytes, packedSource }: SizeResult) =>
  Object.values(bytes).reduce((sum, one) => sum + one, 0) - packedSource

const size = (results: SizeResult[], name: string) => results.at(-1)?.bytes[name] ?? 0
