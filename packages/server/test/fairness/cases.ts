import {
  downloadSlowly,
  joinWithoutEnd,
  openManyParts,
  pipelineWithoutEnd,
  readNothing,
  searchWithoutEnd,
  uploadSlowly,
} from './attacks.ts'
import { postLargeJson, postNestedJson } from './body-attacks.ts'
import type { Victim } from './victim.ts'

export const attacks = {
  openManyParts,
  downloadSlowly,
  readNothing,
  uploadSlowly,
  joinWithoutEnd,
  pipelineWithoutEnd,
  searchWithoutEnd,
  postNestedJson,
  postLargeJson,
}

/** What is attacked, and the work of another user that must go on meanwhile. */
export const cases: { attack: keyof typeof attacks; what: string; works: (keyof Victim)[] }[] = [
  {
    attack: 'openManyParts',
    what: '24 connections of one account open a mail of 1,990 parts',
    works: ['open', 'source', 'list'],
  },
  {
    attack: 'downloadSlowly',
    what: '4 accounts with 8 slow downloads each of the largest mail',
    works: ['source', 'open', 'import'],
  },
  {
    attack: 'readNothing',
    what: '4 accounts with 8 downloads each that they never read',
    works: ['source', 'open'],
  },
  {
    attack: 'uploadSlowly',
    what: '4 accounts that import 2 KB in a second',
    works: ['open', 'import'],
  },
  {
    attack: 'joinWithoutEnd',
    what: '4 accounts that join a channel 20,000 times at once',
    works: ['join', 'open', 'list'],
  },
  {
    attack: 'pipelineWithoutEnd',
    what: '4 accounts with 500 requests at once on each of 40 connections',
    works: ['list', 'open'],
  },
  {
    attack: 'searchWithoutEnd',
    what: '4 accounts with 8 searches each for words with many endings',
    works: ['search', 'list', 'open'],
  },
  {
    attack: 'postNestedJson',
    what: '4 accounts with 4 connections each that post JSON of brackets alone',
    works: ['post', 'open', 'list'],
  },
  {
    attack: 'postLargeJson',
    what: '4 accounts with 4 connections each that post the largest mails as JSON',
    works: ['post', 'open', 'list'],
  },
]
