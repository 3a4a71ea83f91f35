import type { Config, Secrets } from '../../config/config.ts'
import { connectControl } from '../../control/control-client.ts'
import { controlPath } from '../../control/control-path.ts'
import type { OpenedPorts } from '../../app/listening.ts'

/** The ports of the Mailstop that serves the data folder; `none`: none serves it; `unknown`: it cannot be asked. */
export type RunningPorts = OpenedPorts | 'none' | 'unknown'

export async function askForPorts(
  { dataDir }: Pick<Config, 'dataDir'>,
  { databaseUrl }: Pick<Secrets, 'databaseUrl'>,
): Promise<RunningPorts> {
  // On Postgres no process holds a folder, and a path may be too long for a socket.
  if (databaseUrl !== null || controlPath(dataDir) === null) return 'unknown'
  try {
    const ask = await connectControl(dataDir)
    if (!ask) return 'none'
    return ((await ask('ports.list', {})) as OpenedPorts | null) ?? 'unknown'
  } catch {
    // It belongs to another user, or is of a version that does not know the question.
    return 'unknown'
  }
}
