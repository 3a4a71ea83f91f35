import type { Machine } from '../soak/rounds.ts'

/** Nothing breaks but the product's process. */
export function killedMachine(dataDir: string): Machine {
  return {
    dataDir,
    up: async () => {},
    async down({ signal: send, exited, output }) {
      send('SIGKILL')
      const { code, signal } = await exited
      // One that was asked to stop may have been quicker; any other end is a crash of its own.
      if (signal === 'SIGKILL' || code === 0) return
      throw new Error(`Mailstop ended by itself (${code ?? signal}):\n${output()}`)
    },
  }
}
