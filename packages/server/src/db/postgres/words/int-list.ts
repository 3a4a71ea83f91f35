/** Whole numbers of 32 bits that grow. */
export type IntList = { values: Int32Array; length: number }

export const createIntList = (room = 1024): IntList => ({
  values: new Int32Array(room),
  length: 0,
})

export function append(list: IntList, value: number): void {
  if (list.length === list.values.length) {
    const larger = new Int32Array(2 * list.length + 16)
    larger.set(list.values)
    list.values = larger
  }
  list.values[list.length++] = value
}
