/** Renames the parts of an index of words as `db/postgres/mail-ranges` names those of the ranges to come. */
export const namedAsRanges = (index: string) => `
  do $$
    declare part record;
    begin
      for part in
        select child.relname as index, tables.relname as range from pg_inherits
        join pg_index on indexrelid = inhrelid
        join pg_class as child on child.oid = indexrelid
        join pg_class as tables on tables.oid = indrelid
        where inhparent = to_regclass('${index}')
      loop
        execute format('alter index %I rename to %I',
          part.index, replace(part.range, 'mail_words', '${index}'));
      end loop;
    end
  $$`
