/** Limits of one process, and of one answer. */
const most = { answers: 500, bytes: 8 * 1024 * 1024, bytesOfOne: 256 * 1024 }

/**
 * Answers to lists, each for as long as its team's mail is as it was: a program that polls a team in which
 * nothing happens costs a look at its counters.
 */
export function createKeptAnswers() {
  const answers = new Map<string, string>()
  const underWay = new Map<string, Promise<string>>()
  let characters = 0

  function drop(key: string): void {
    characters -= answers.get(key)?.length ?? 0
    answers.delete(key)
  }

  /** One that asks for what is being made waits for it, and makes it when that fails: the other may have hung up. */
  async function made(key: string, make: () => Promise<string>): Promise<string> {
    for (let other = underWay.get(key); other; other = underWay.get(key)) {
      const answer = await other.catch(() => null)
      if (answer !== null) return answer
    }
    const making = make().finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }

  return async function kept(key: string, make: () => Promise<string>): Promise<string> {
    const answer = answers.get(key) ?? (await made(key, make))
    drop(key)
    // Two bytes a character.
    if (answer.length * 2 > most.bytesOfOne) return answer
    answers.set(key, answer)
    characters += answer.length
    for (const oldest of answers.keys()) {
      if (answers.size <= most.answers && characters * 2 <= most.bytes) break
      drop(oldest)
    }
    return answer
  }
}
