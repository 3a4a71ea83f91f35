/** Whole numbers of 32 bits that grow. */
export type IntList = { values: Int32Array; length: number }

export const createIntList = (room = 1024): IntList => ({
  values: new Int32Array(room),
  length: 0,
})

export function append(list: IntList, value: number): void {
  reserve(list, 1)
  list.values[list.length++] = value
}

/** Makes room for `more` numbers. */
export function reserve(list: IntList, more: number): void {
  if (list.length + more <= list.values.length) return
  const larger = new Int32Array(2 * (list.length + more))
  larger.set(list.values)
  list.values = larger
}
