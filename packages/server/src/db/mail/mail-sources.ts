import type { MailSources } from '../database.ts'
import { unpackSource } from './packing.ts'
import { placeOf } from '../segments/place.ts'
import { SourcesAway } from '../store-faults.ts'

/** Sources in the table `mail_sources`, packed. The writer of the batch packs them, off this thread. */
export const tableSources: MailSources = {
  put: async (sources) => [{ insert: 'mail_sources', rows: sources }],
  async get(mails) {
    const rows = await mails
      .innerJoin('mail_sources', 'mail_sources.mail_id', 'mails.id')
      .select(['mails.size as source_size', 'mail_sources.source as packed_source'])
      .execute()
    return rows.map((row) => ({
      mail: row,
      read: async () => unpackSource(requireHere(row.packed_source), row.source_size),
    }))
  },
  isAway: () => false,
  async sweep() {},
  close() {},
}

/** A process with an object store may have been started after this one. */
function requireHere(row: Uint8Array): Uint8Array {
  if (placeOf(row)) throw new SourcesAway('this process was started without SOURCES_URL')
  return row
}
