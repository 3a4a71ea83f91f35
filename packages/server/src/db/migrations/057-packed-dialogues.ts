import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Dialogues are stored packed from here on; the older ones stay as they are. Words on Postgres are compressed by
 * lz4 where the server has it: its usual way does not compress them.
 */
export function packedDialogues(dialect: DialectName): string[] {
  const packed = `alter table mail_transcripts add column packed ${columnTypes[dialect].bytes}`
  if (dialect === 'sqlite') return [packed]
  const compressed = 'alter table mail_words alter column words set compression lz4'
  return [
    packed,
    `do $$ begin
       execute '${compressed}';
     exception when others then
       raise notice 'Words are not compressed: %', sqlerrm;
     end $$`,
  ]
}
