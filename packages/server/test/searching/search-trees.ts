import * as fc from 'fast-check'
import type { SearchTree } from '../../src/features/mails/find/text/grammar.ts'
import {
  ageUnits,
  states,
  textFields,
  things,
  verdicts,
  type AgeUnit,
  type SearchTerm,
} from '../../src/features/mails/find/text/operators.ts'
import { searchedInboxes } from './searched-mails.ts'

/** Any search tree that a text can be read as, over the given words. */
export function searchTrees(word: fc.Arbitrary<string>): fc.Arbitrary<SearchTree> {
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '))
  const text = fc.oneof(
    word.map((text) => ({ text, phrase: false })),
    phrase.map((text) => ({ text, phrase: true })),
  )
  const field = fc.constantFrom(null, null, null, ...textFields)
  const unit = fc.constantFrom(...(Object.keys(ageUnits) as AgeUnit[]))
  const day = fc.oneof(
    fc
      .integer({ min: 0, max: 60 })
      .map((days) => new Date(Date.UTC(2026, 9, 1 + days)).toISOString().slice(0, 10)),
    fc.constantFrom('today', 'yesterday', 'sunday', 'tuesday', 'saturday'),
  )
  const days = fc
    .tuple(fc.option(day), fc.option(day))
    .filter(([from, to]) => from !== null || to !== null)
  const term: fc.Arbitrary<SearchTerm> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(field, text)
        .map(([field, text]) => ({ kind: 'text' as const, field, ...text })),
    },
    fc
      .tuple(fc.constantFrom('X-Tag', 'Subject', 'List-Id'), fc.option(text))
      .map(([name, text]): SearchTerm =>
        text === null
          ? { kind: 'header', name, text: null, phrase: false }
          : { kind: 'header', name, ...text },
      ),
    fc
      .constantFrom('red', 'run-1', 'run 2', 'a.b@c', 'late', 'rare', 'nowhere')
      .map((key) => ({ kind: 'tag' as const, key })),
    fc.constantFrom(...searchedInboxes, 'nowhere').map((key) => ({ kind: 'in' as const, key })),
    fc
      .constantFrom('any', 'duplicate', 'secret', 'no-such')
      .map((name) => ({ kind: 'guard' as const, name })),
    fc.constantFrom(...verdicts).map((what) => ({ kind: 'check' as const, what })),
    fc.constantFrom(...things).map((what) => ({ kind: 'has' as const, what })),
    fc.constantFrom(...states).map((what) => ({ kind: 'is' as const, what })),
    fc
      .tuple(
        fc.constantFrom('larger', 'smaller'),
        fc.constantFrom(0, 250, 300, 1_024, 5 * 1_024 ** 2),
      )
      .map(([kind, bytes]) => ({ kind, bytes })),
    fc.tuple(fc.constantFrom('after', 'before'), day).map(([kind, day]) => ({ kind, day })),
    fc
      .tuple(fc.constantFrom('on', 'dated'), days)
      .map(([kind, [from, to]]) => ({ kind, from, to })),
    fc
      .tuple(fc.constantFrom('newer_than', 'older_than'), fc.integer({ min: 0, max: 60 }), unit)
      .map(([kind, amount, unit]) => ({ kind, amount, unit })),
  )
  const { tree } = fc.letrec<{ tree: SearchTree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      term,
      tie('tree').map((part): SearchTree => ({ kind: 'not', part })),
      group('and', tie('tree')),
      group('or', tie('tree')),
    ),
  }))
  return tree
}

/** A group holds no group of its own kind: that is one group when it is read. */
function group(kind: 'and' | 'or', part: fc.Arbitrary<SearchTree>): fc.Arbitrary<SearchTree> {
  return fc.array(part, { minLength: 2, maxLength: 4 }).map((parts): SearchTree => ({
    kind,
    parts: parts.flatMap((one) => (one.kind === kind ? one.parts : [one])),
  }))
}
