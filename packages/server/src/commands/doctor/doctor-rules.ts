import { broken, doubtful, well, type Finding } from './finding.ts'

const mb = 1_000_000
const gb = 1_000 * mb
const dayMs = 86_400_000

export function judgeRoom(freeBytes: number): Finding {
  const free =
    freeBytes < gb
      ? `${Math.floor(freeBytes / mb)} MB are free`
      : `${(freeBytes / gb).toFixed(1)} GB are free`
  const advice =
    'Make room: delete messages, which works on a full disk as well, or set RETENTION_DAYS or RETENTION_MAILS. Mail is refused on a full disk.'
  if (freeBytes < 100 * mb) return broken('disk', free, advice)
  return freeBytes < gb ? doubtful('disk', free, advice) : well('disk', free)
}

/** Each batch of mail waits until the disk has it. */
export function judgeWrites(milliseconds: number[]): Finding {
  const median = milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length / 2)] ?? 0
  const text = `a write is safe after ${median.toFixed(1)} ms`
  if (median < 50) return well('write speed', text)
  const advice = 'Put DATA_DIR on a faster disk: each batch of mail waits for a write.'
  return doubtful('write speed', text, advice)
}

/** `mode` as the system returns it. */
export function judgeRights(folder: string, { mode, isOwn }: { mode: number; isOwn: boolean }) {
  if (!isOwn) {
    const advice = `Give it to the user that runs Mailstop: chown -R <user> ${folder}`
    return doubtful('rights', `${folder} belongs to another user`, advice)
  }
  if ((mode & 0o077) === 0) return well('rights', `only its user may enter ${folder}`)
  return doubtful(
    'rights',
    `other users may enter ${folder} (mode ${(mode & 0o777).toString(8)})`,
    `Close it: chmod 700 ${folder}. The files in it are closed by themselves.`,
  )
}

export function judgeClock(differenceMs: number): Finding {
  const seconds = Math.abs(differenceMs / 1_000).toFixed(1)
  const text = `${seconds} s from the clock of the database`
  const advice = 'Set both clocks by NTP: times of mail, sessions and leases depend on them.'
  if (Math.abs(differenceMs) < 2_000) return well('clock', text)
  return Math.abs(differenceMs) < 30_000
    ? doubtful('clock', text, advice)
    : broken('clock', text, advice)
}

/** Counts the processes that run now. The connections that a pooler opens to Postgres are set in the pooler. */
export function judgeConnections(found: {
  isPooled: boolean
  mayOpen: number
  allowed: number
}): Finding {
  const check = 'connections'
  if (found.isPooled) return well(check, 'a pooler is in between: its settings limit them')
  const text = `the processes that run may open ${found.mayOpen} of ${found.allowed}`
  if (found.mayOpen <= found.allowed) return well(check, text)
  return doubtful(check, text, 'Lower DATABASE_CONNECTIONS, or raise max_connections of Postgres.')
}

type Tables = 'none' | 'older' | 'current' | 'newer'

/** Where several processes share a store, newer tables are the state in the middle of a rolling upgrade. */
export function judgeTables(version: string, tables: Tables, isShared: boolean): Finding {
  switch (tables) {
    case 'none':
      return well('database', `${version}, without tables yet: the first start makes them`)
    case 'older':
      return well(
        'database',
        `${version}, with the tables of an older version: the next start updates them`,
      )
    case 'current':
      return well('database', version)
    case 'newer':
      if (isShared) {
        return doubtful(
          'database',
          `${version}, with the tables of a newer version: processes of this one go on, and no more of them start`,
          'Finish the upgrade, or restore a backup from before it.',
        )
      }
      return broken(
        'database',
        `${version}, with the tables of a newer version`,
        'Run that version, or restore a backup from before it.',
      )
  }
}

type Certificate = { validFrom: number; validTo: number; isNamed: boolean; isOwn: boolean }

export type TlsServer = 'SMTP' | 'HTTP'
export const certificateChecks = { SMTP: 'certificate', HTTP: 'certificate of HTTPS' }

/** `isOwn`: the operator's, which Mailstop does not renew. */
export function judgeCertificate(
  host: string,
  found: Certificate,
  now: number,
  server: TlsServer = 'SMTP',
): Finding[] {
  const check = certificateChecks[server]
  const day = new Date(found.validTo).toISOString().slice(0, 10)
  const renew = found.isOwn
    ? `Renew the files of ${server}_TLS_CERT and ${server}_TLS_KEY.`
    : 'Start Mailstop again: it makes another.'
  const dates = () => {
    if (now < found.validFrom) {
      return broken(check, 'is not valid yet', 'Check the clock of this machine.')
    }
    if (now >= found.validTo) return broken(check, `ended on ${day}`, renew)
    const text = `is valid until ${day}`
    return found.validTo - now < 14 * dayMs ? doubtful(check, text, renew) : well(check, text)
  }
  if (found.isNamed) return [dates()]
  const advice = found.isOwn
    ? `Use a certificate with that name, or set ${server === 'HTTP' ? 'PUBLIC_URL' : 'SMTP_HOST'} to a name of the certificate.`
    : renew
  return [dates(), doubtful(check, `does not name ${host}`, advice)]
}
