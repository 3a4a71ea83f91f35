type SharingProcess = { roles: string; connections: number }

/** What is wrong with the processes that share a Postgres, one sentence each for the log; pure. */
export function fleetTrouble(
  processes: readonly SharingProcess[],
  connectionsAllowed: number | null,
): string[] {
  const trouble: string[] = []
  if (countWith(processes, 'worker') === 0) {
    trouble.push(
      'No process with the role worker is there: outgoing mail waits, and old mail is not deleted.',
    )
  }
  const sum = processes.reduce((all, { connections }) => all + connections, 0)
  if (connectionsAllowed !== null && sum > connectionsAllowed) {
    trouble.push(
      `The ${processes.length} processes may open ${sum} connections, and Postgres allows ${connectionsAllowed}: lower DATABASE_CONNECTIONS or raise max_connections.`,
    )
  }
  return trouble
}

export const countWith = (processes: readonly Pick<SharingProcess, 'roles'>[], role: string) =>
  processes.filter(({ roles }) => roles.split(',').includes(role)).length
