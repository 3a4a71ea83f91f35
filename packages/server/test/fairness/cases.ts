import {
  downloadSlowly,
  downloadSteadily,
  connectWithoutEnd,
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
  connectWithoutEnd,
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

const listed = (...rows: [Case['attack'], what: string, ...works: Case['works']][]): Case[] =>
  rows.map(([attack, what, ...works]) => ({ attack, what, works }))

/**
 * Attacks by the programs of one person, each in a team of its own. The control is that person's own work in one
 * more.
 */
export const personCases = listed(
  [
    'openInEachTeam',
    'one person opens a mail of 1,990 parts in each of 50 teams',
    'openLarge',
    'open',
  ],
  [
    'uploadSteadily',
    'one person imports 80 KB in a second into each of 50 teams',
    'importLarge',
    'import',
  ],
  [
    'downloadSteadily',
    'one person takes 80 KB in a second of the largest mail in each of 8 teams',
    'sourceLarge',
    'source',
  ],
)

/** Attacks from one address. The control is that its connections ended as `connection-attacks.ts` says. */
export const connectionCases = listed(
  [
    'sendNoBodies',
    'one address with 8,100 requests whose bodies never come',
    'health',
    'import',
    'join',
  ],
  [
    'openSocketsWithoutSession',
    'one address with 8,100 websockets without a session',
    'health',
    'import',
    'join',
  ],
  [
    'sayNothing',
    'one address with 8,100 connections on which nothing is asked',
    'health',
    'import',
  ],
)

/** What is attacked by several accounts, and the work of another user that must go on meanwhile. */
export const cases = listed(
  [
    'openManyParts',
    '24 connections of one account open a mail of 1,990 parts',
    'open',
    'source',
    'list',
  ],
  [
    'downloadSlowly',
    '4 accounts with 8 slow downloads each of the largest mail',
    'source',
    'open',
    'import',
  ],
  ['readNothing', '4 accounts with 8 downloads each that they never read', 'source', 'open'],
  ['uploadSlowly', '4 accounts that import 2 KB in a second', 'open', 'import'],
  [
    'connectWithoutEnd',
    '4 accounts that connect 20,000 times on a connection',
    'join',
    'open',
    'list',
  ],
  ['joinWithoutEnd', '4 accounts that join a channel 20,000 times at once', 'join', 'open', 'list'],
  [
    'pipelineWithoutEnd',
    '4 accounts with 500 requests at once on each of 40 connections',
    'list',
    'open',
  ],
  [
    'searchWithoutEnd',
    '4 accounts with 8 searches each for words with many endings',
    'search',
    'list',
    'open',
  ],
  [
    'postNestedJson',
    '4 accounts with 4 connections each that post JSON of brackets alone',
    'post',
    'open',
    'list',
  ],
  [
    'postLargeJson',
    '4 accounts with 4 connections each that post the largest mails as JSON',
    'post',
    'open',
    'list',
  ],
)
