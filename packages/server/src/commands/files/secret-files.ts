import { FileTooLarge, NotAFile, readPlainFile } from '../../lib/plain-file.ts'
import { secretVariables } from '../../config/config-variables.ts'

type Environment = Record<string, string | undefined>

const mostBytes = 65_536

/**
 * The environment with the secrets that files hold: `APP_KEY_FILE` names the file of `APP_KEY`, as the
 * secrets of containers and services are handed over. Each problem is one sentence.
 */
export function readSecretFiles(env: Environment): { env: Environment; problems: string[] } {
  const problems: string[] = []
  const read: Environment = {}
  for (const [name, standIn] of Object.entries(secretVariables)) {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) continue
    if (env[name]?.trim()) {
      problems.push(`${name} and ${name}_FILE must not both be set`)
      continue
    }
    const found = readSecret(path)
    if ('problem' in found) problems.push(`${name}_FILE names ${path}, which ${found.problem}`)
    // A value stands in for a secret that could not be read, so that it breaks no other rule, such as that it is
    // required.
    read[name] = 'problem' in found ? standIn : found.secret
  }
  return { env: { ...env, ...read }, problems }
}

function readSecret(path: string): { secret: string } | { problem: string } {
  try {
    const text = readPlainFile(path, mostBytes)
    // Editors and `echo` end a file with a line break.
    const secret = text.replace(/\r?\n$/, '')
    return secret.trim() === '' ? { problem: 'is empty' } : { secret }
  } catch (error) {
    return { problem: readProblem(error) }
  }
}

function readProblem(error: unknown): string {
  if (error instanceof NotAFile) return 'is not a file'
  if (error instanceof FileTooLarge) return `is larger than ${mostBytes} bytes`
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist'
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read'
    default:
      return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
