/** Pages are walked to and pins counted again, so that catching mail writes two tables less. */
export function fewerTables(): string[] {
  return ['drop table mail_blocks', 'drop table mail_changes']
}
