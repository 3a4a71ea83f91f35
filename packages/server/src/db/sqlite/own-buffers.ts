/** Below this, copying is cheaper than handing over. */
export const minimumToTransfer = 64 * 1024

/**
 * Buffers that a message may hand over instead of copying: large, and alone in their memory. A
 * slice of Node's shared pool is neither, and detaching that would break strangers.
 */
export function ownBuffers(values: Iterable<unknown>): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>()
  for (const value of values) {
    if (!(value instanceof Uint8Array) || value.byteLength < minimumToTransfer) continue
    const memory = value.buffer
    if (memory instanceof ArrayBuffer && memory.byteLength === value.byteLength) found.add(memory)
  }
  return [...found]
}
