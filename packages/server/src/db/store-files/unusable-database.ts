/** The database cannot be used as it is set up. Each line is for the operator; the last one says what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
  readonly lines: string[]

  constructor(lines: string[], options?: ErrorOptions) {
    super(lines.join(' '), options)
    this.lines = lines
  }
}
