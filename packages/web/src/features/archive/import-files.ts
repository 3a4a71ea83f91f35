import type { ImportReport } from '@mailstop/contract'
import { ApiError, errorText } from '../../lib/api/api-error.ts'

/** What came of all files together. */
export type ImportResult = Omit<ImportReport, 'problems'> & {
  /** Files of which nothing was taken. */
  refused: number
  problems: readonly { where: string; reason: string }[]
}

const noResult: ImportResult = {
  imported: 0,
  already_there: 0,
  failed: 0,
  refused: 0,
  problems: [],
}

/** The status of a file that is too large, or no mail: others are not. */
const isOfFile = (error: unknown) =>
  error instanceof ApiError && (error.status === 413 || error.status === 422)

/**
 * Sends one file after the other. Of several, one that is refused stops no other. Throws what ends the import: a
 * connection that is lost, a team that is full.
 */
export async function importFiles(
  files: readonly File[],
  send: (file: File, before: ImportResult) => Promise<ImportReport>,
): Promise<ImportResult> {
  let result = noResult
  for (const file of files) {
    try {
      const { problems, ...counts } = await send(file, result)
      const found = problems.map(({ mail, reason }) => ({
        where: whereText(files.length === 1 ? null : file.name, mail),
        reason,
      }))
      result = {
        ...result,
        imported: result.imported + counts.imported,
        already_there: result.already_there + counts.already_there,
        failed: result.failed + counts.failed,
        problems: [...result.problems, ...found],
      }
    } catch (error) {
      if (files.length === 1 || !isOfFile(error)) throw error
      const refusal = { where: file.name, reason: errorText(error) }
      result = {
        ...result,
        refused: result.refused + 1,
        problems: [...result.problems, refusal],
      }
    }
  }
  return result
}

function whereText(file: string | null, mail: number): string {
  const message = `essage ${mail.toLocaleString('en')}`
  return file === null ? `M${message}` : `${file}, m${message}`
}
