import {
  downloadSlowly,
  downloadSteadily,
  joinWithoutEnd,
  openInEachTeam,
  openManyParts,
  pipelineWithoutEnd,
  readNothing,
  searchWithoutEnd,
  uploadSlowly,
  uploadSteadily,
} from './attacks.ts'
import { postLargeJson, postNestedJson } from './body-attacks.ts'
import { openSocketsWithoutSession, sayNothing, sendNoBodies } from './connection-attacks.ts'
import type { Victim } from './victim.ts'

export const attacks = {
  openManyParts,
  downloadSlowly,
  readNothing,
  uploadSlowly,
  joinWithoutEnd,
  pipelineWithoutEnd,
  searchWithoutEnd,
  openInEachTeam,
  downloadSteadily,
  uploadSteadily,
  sendNoBodies,
  openSocketsWithoutSession,
  sayNothing,
  postNestedJson,
  postLargeJson,
}

type Case = { attack: keyof typeof attacks; what: string; works: (keyof Victim)[] }

/**
 * Attacks by the programs of one person, each in a team of its own. The control is that person's own work in one
 * more.
 */
export const personCases: Case[] = [
  {
    attack: 'openInEachTeam',
    what: 'one person opens a mail of 1,990 parts in each of 50 teams',
    works: ['openLarge', 'open'],
  },
  {
    attack: 'uploadSteadily',
    what: 'one person imports 80 KB in a second into each of 50 teams',
    works: ['importLarge', 'import'],
  },
  {
    attack: 'downloadSteadily',
    what: 'one person takes 80 KB in a second of the largest mail in each of 8 teams',
    works: ['sourceLarge', 'source'],
  },
]

/** Attacks from one address. The control is that its connections ended as `connection-attacks.ts` says. */
export const connectionCases: Case[] = [
  {
    attack: 'sendNoBodies',
    what: 'one address with 8,100 requests whose bodies never come',
    works: ['health', 'import', 'join'],
  },
  {
    attack: 'openSocketsWithoutSession',
    what: 'one address with 8,100 websockets without a session',
    works: ['health', 'import', 'join'],
  },
  {
    attack: 'sayNothing',
    what: 'one address with 8,100 connections on which nothing is asked',
    works: ['health', 'import'],
  },
]

/** What is attacked by several accounts, and the work of another user that must go on meanwhile. */
export const cases: Case[] = [
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
