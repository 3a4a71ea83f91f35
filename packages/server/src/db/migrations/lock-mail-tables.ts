/** In the order in which batches of mail take them. */
const tables = [
  'mails',
  'mail_sources',
  'mail_transcripts',
  'mail_words',
  'mail_tags',
  'mail_arrivals',
  'mails_to_index',
  'mail_forwards',
]

/**
 * A statement that takes the tables of mail for the transaction of a migration, on Postgres. All mail would wait behind
 * one that waits for them, and a `pg_dump` holds them for hours: so it stops waiting after half a second and tries again
 * half a second later, for ten minutes at most.
 */
export const lockMailTables = `
  do $$
    declare
      before constant text := current_setting('lock_timeout');
    begin
      for attempt in 1..600 loop
        begin
          perform set_config('lock_timeout', '500ms', true);
          lock table ${tables.join(', ')} in access exclusive mode;
          perform set_config('lock_timeout', before, true);
          return;
        exception when lock_not_available then
          perform pg_sleep(0.5);
        end;
      end loop;
      raise lock_not_available using message =
        'Others held the tables of mail for ten minutes, as a backup does: start Mailstop when it has ended';
    end
  $$`
