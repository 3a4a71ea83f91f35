/** Limits of one process, and of one answer. */
const most = { answers: 500, bytes: 8 * 1024 * 1024, bytesOfOne: 256 * 1024 }

/**
 * Answers to lists, each for as long as its team's mail is as it was: a program that polls a team in which
 * nothing happens costs a look at its counters.
 */
export function createKeptAnswers() {
  const answers = new Map<string, string>()
  let characters = 0

  function drop(key: string): void {
    characters -= answers.get(key)?.length ?? 0
    answers.delete(key)
  }

  return async function kept(key: string, make: () => Promise<string>): Promise<string> {
    const known = answers.get(key)
    const answer = known ?? (await make())
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
