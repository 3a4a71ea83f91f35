import type { z } from 'zod'

export type Bytes = AsyncIterable<Uint8Array>

/** Carries what bytes end with, as JSON in base64: what a generator of them returns. A few kilobytes at most. */
export const endTrailer = 'mailstop-end'

export type OperationContext = {
  /** What follows the input: the file of an import. */
  upload: Bytes
  /** Aborts when the caller is gone or the process ends. */
  signal: AbortSignal
  /** Tells the caller how far the operation is, which it learns even when this process is killed then. */
  onProgress?: (progress: unknown) => void
}

/** Something the operator can ask of the program. It answers with a value for JSON, or with bytes. */
export type Operation<Input extends z.ZodType = z.ZodType, Result = unknown> = {
  input: Input
  // A method, so that a table of operations with different inputs has a type.
  run(input: z.output<Input>, context: OperationContext): Promise<Result>
}

export const operation = <Input extends z.ZodType, Result>(
  input: Input,
  run: (input: z.output<Input>, context: OperationContext) => Promise<Result>,
): Operation<Input, Result> => ({ input, run })

export function isBytes(result: unknown): result is Bytes {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}
