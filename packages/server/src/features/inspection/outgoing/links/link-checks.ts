import { limits, type CheckableLink, type Extracted, type LinkCheck } from '@mailstop/contract'
import { LRUCache } from 'lru-cache'
import type { Limiter } from '../../../../attempts/attempts.ts'
import type { Database } from '../../../../db/database.ts'
import type { Answer, Egress } from '../../../../egress/egress.ts'
import { invalid } from '../../../../errors.ts'
import { oneTimeReasonOf } from '../../../../inspect/links/one-time.ts'
import type { FairShares } from '../../../../lib/shares/fair-shares.ts'
import { servedClient, serveToEnd } from '../../../../lib/shares/served-client.ts'

export type LinkCheckDeps = {
  egress: Egress
  shares: FairShares
  limiter: Limiter
  db: Pick<Database, 'transaction'>
  /** Called with each check that was waiting, when it is done. */
  onChecked: (of: CheckedMail, check: LinkCheck) => void
  now: () => number
}

type CheckedMail = { teamId: number; userId: number | null; mailId: number }
export type LinkOrder = { urls: string[]; one_time: string[]; get: boolean }

/** Checks that are kept, of all teams: the longest have some kilobytes. */
const mostKept = { max: 20_000, maxSize: 16 * 1024 * 1024 }
const hourMs = 60 * 60_000
const mostRedirects = 5

/**
 * Asks links of mails, each only when somebody wants it: one at a time for each person, whose hosts take turns. What
 * was found stays in the memory of this process for a quarter of an hour.
 */
export function createLinkChecks(deps: LinkCheckDeps) {
  const { egress, shares, db, onChecked, now } = deps
  const hourly = deps.limiter('links checked', {
    limit: limits.linksCheckedHourly,
    windowMs: hourMs,
  })
  const kept = new LRUCache<string, LinkCheck>({
    ...mostKept,
    ttl: limits.linkChecksKeptMs,
    perf: { now },
    ttlResolution: 0,
    sizeCalculation: (check, key) => 2 * (key.length + JSON.stringify(check).length),
  })
  const ended = new AbortController()

  const keyOf = (mailId: number, url: string) => `${mailId} ${url}`

  /** What still waits, or worked, is not asked again. */
  function isKnown(mailId: number, url: string, method: LinkCheck['method']): boolean {
    const check = kept.get(keyOf(mailId, url))
    if (check?.outcome === 'ok') return method === 'HEAD' || check.method === 'GET'
    return check?.outcome === 'waiting'
  }

  /** Returns before they are asked. */
  async function start(of: CheckedMail, links: CheckableLink[], order: LinkOrder) {
    const { teamId, mailId } = of
    const known = new Map(links.map(({ url, one_time }) => [url, one_time]))
    const urls = [...new Set([...order.urls, ...order.one_time])]
    if (urls.some((url) => !known.has(url))) throw invalid({ urls: [notOfThisMail] })
    const isUnnamed = (url: string) => known.get(url) !== null && !order.one_time.includes(url)
    if (urls.some(isUnnamed)) throw invalid({ urls: [namedAsOneTime] })
    const method = order.get ? 'GET' : 'HEAD'
    const asked = urls.filter((url) => !isKnown(mailId, url, method))
    await db.transaction(async (tx) => {
      for (let count = 0; count < asked.length; count += 1) {
        await hourly.spend(String(teamId), { tx, message: usedUp })
      }
    })
    // Somebody else may have asked for the same link meanwhile.
    for (const url of asked.filter((each) => !isKnown(mailId, each, method))) {
      kept.set(keyOf(mailId, url), { ...unasked, url, method, outcome: 'waiting' })
      void serveToEnd(() => check(of, url, method))
    }
  }

  async function check(of: CheckedMail, url: string, method: LinkCheck['method']): Promise<void> {
    const client = { ...servedClient(), team: URL.parse(url)?.hostname }
    const ask = () => egress.ask({ url, method, redirects: mostRedirects, signal: ended.signal })
    const done = await shares
      .within(1, ask, client)
      .then(readAnswer, () => ({ ...unasked, outcome: 'failed' as const, reason: noTurn }))
    if (ended.signal.aborted) return
    const checked = { ...done, url, method, checked_at: new Date(now()).toISOString() }
    kept.set(keyOf(of.mailId, url), checked)
    onChecked(of, checked)
  }

  return {
    start,
    /** What is known of these links of a mail. */
    of: (mailId: number, links: CheckableLink[]): LinkCheck[] =>
      links.flatMap(({ url }) => kept.get(keyOf(mailId, url)) ?? []),
    stop: (): void => ended.abort(),
  }
}

const unasked = { status: null, redirects: [], reason: null, checked_at: null }
const notOfThisMail = 'Name only links of this message, as the list of its links has them.'
const namedAsOneTime = 'Name links that may work only once in one_time.'
const noTurn = 'It was not asked: its turn did not come within two minutes, or too many links wait.'
const usedUp = `A team can check at most ${limits.linksCheckedHourly} links an hour. Try again later.`

function readAnswer(answer: Answer) {
  const redirects = answer.redirects.map((url) => url.slice(0, limits.shownAddress))
  return answer.ok
    ? { outcome: outcomeOf(answer.status), status: answer.status, redirects, reason: null }
    : { outcome: answer.problem, status: null, redirects, reason: answer.reason }
}

/** A redirection that names no other place is no answer either. */
function outcomeOf(status: number): LinkCheck['outcome'] {
  if (status === 405 || status === 501) return 'no_head'
  return status >= 200 && status < 300 ? 'ok' : 'broken'
}

/** The links of a mail that can be asked, each address once, in their order. */
export function checkableLinks({ links, unsubscribe }: Extracted): CheckableLink[] {
  const texts = new Map<string, string[]>()
  for (const { href, text, image_alt, host } of links) {
    if (host === null || href.length > limits.checkedAddress) continue
    const all = texts.get(href) ?? []
    texts.set(href, all)
    all.push(...[text, image_alt].filter((each) => each !== null))
  }
  const listed = new Set(unsubscribe?.links)
  return [...texts].map(([url, all]) => ({
    url,
    one_time: oneTimeReasonOf(url, all, listed.has(url)),
  }))
}
