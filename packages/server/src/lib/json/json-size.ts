/** Bytes of a value as JSON, where a control character takes six. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** The first items whose JSON fits into `bytes`. */
export function beginning<Item>(items: Item[], bytes: number): Item[] {
  let left = bytes
  const end = items.findIndex((item) => (left -= jsonBytes(item) + 1) < 0)
  return end === -1 ? items : items.slice(0, end)
}
