import { LRUCache } from 'lru-cache'

/**
 * Answers to lists, each for as long as its team's mail is as it was: a program that polls a team in which
 * nothing happens costs a look at its counters. The limits are those of one process, and of one answer.
 */
export function createKeptAnswers() {
  const answers = new LRUCache<string, string>({
    max: 500,
    maxSize: 8 * 1024 * 1024,
    maxEntrySize: 256 * 1024,
    sizeCalculation: ({ length }) => Math.max(1, length * bytesOfCharacter),
  })

  return async function kept(key: string, make: () => Promise<string>): Promise<string> {
    const answer = answers.get(key) ?? (await make())
    answers.set(key, answer)
    return answer
  }
}

const bytesOfCharacter = 2
