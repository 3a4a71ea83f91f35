/** The search index of SQLite: `db/words/search-index.ts` says how it is asked. Words go with their mail. */
export const onlySqlite: string[] = [
  `create virtual table mail_words using fts5 (
    team, facts, sender, recipients, subject, body,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
  )`,
  // Words are written many mails at a time, so their runs are long already: merging sixteen at once takes a tenth off what
  // a mail costs to write, and the sweep merges further when there is time.
  `insert into mail_words (mail_words, rank) values ('automerge', 16)`,
  `create trigger mails_lose_words after delete on mails begin
    delete from mail_words where rowid = old.id;
  end`,
  // The words as a table, which stores nothing. Postgres finds beginnings by itself.
  `create virtual table mail_vocabulary using fts5vocab(mail_words, instance)`,
]
