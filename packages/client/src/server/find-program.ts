import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'

/** A program and its first words. */
export type Command = readonly [program: string, ...words: string[]]

const isWindows = process.platform === 'win32'

/**
 * Finds the server: what is named, the package `mailstop` of the project, or a program of this name in PATH. Null where
 * there is none. Nothing is downloaded: what a test runs has to be what somebody has installed.
 */
export function findProgram(
  named: string | readonly string[] | undefined,
  from = process.cwd(),
): Command | null {
  const { MAILSTOP_BIN: byVariable, PATH = '' } = process.env
  const asked = named ?? (byVariable || undefined)
  if (typeof asked === 'string') return runnable(asked)
  if (asked) return asked.length > 0 ? (asked as Command) : null
  const installed = foldersAbove(from)
    .map((folder) => join(folder, 'node_modules', 'mailstop', 'bin', 'mailstop.cjs'))
    .find((path) => existsSync(path))
  if (installed) return runnable(installed)
  const inPath = PATH.split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, isWindows ? 'mailstop.cmd' : 'mailstop'))
    .find(isExecutable)
  return inPath ? [inPath] : null
}

/** A script has to be run by Node: npm makes no other program executable on Windows. */
const runnable = (path: string): Command =>
  /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path]

function foldersAbove(folder: string): string[] {
  const all = [resolve(folder)]
  for (;;) {
    const last = all.at(-1) ?? ''
    const parent = dirname(last)
    if (parent === last) return all
    all.push(parent)
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
