import { Query, type ClientBase, type Connection } from 'pg'

export type Value = string | number | null | Uint8Array | readonly (string | number | null)[]

type Parameter = string | Buffer | null

export type Statement = {
  text: string
  values: readonly Value[]
  /** The text is sent often: a connection lets the server parse and plan it once. */
  isUsual?: boolean
  /** Whether its rows are wanted. */
  hasRows?: boolean
  /** Its answer is not to wait for what stands behind it. */
  isAwaited?: boolean
}

export type Answer = { command: string; rows: Record<string, unknown>[] }

export const plain = (text: string): Statement => ({ text, values: [] })
export const usual = (text: string): Statement => ({ text, values: [], isUsual: true })

type Field = { name: string; dataTypeID: Parameters<ClientBase['getTypeParser']>[0] }
type Column = { name: string; parse: (text: string) => unknown }
type Prepared = Map<string, readonly Column[]>
type Options = {
  /** Not null: the next transaction may be of another session, which has not prepared the same. */
  settings: readonly string[] | null
  onAnswer?: (answer: Answer) => void
}

/** The columns of what a connection has prepared, by its name. */
const preparedOn = new WeakMap<Connection, Prepared>()

/** Names of the statements that connections have prepared, by their text. */
const names = new Map<string, string>()

/**
 * Sends statements together and waits for all answers. After an error the server skips the following ones; the error
 * is thrown.
 */
export async function ask(
  client: ClientBase,
  statements: readonly Statement[],
  options: Options,
): Promise<Answer[]> {
  const roundTrip = new RoundTrip(client, statements, options)
  // A promise where answers have to come in time: it says why a connection was given up.
  const inTime: unknown = client.query(roundTrip)
  await inTime
  return roundTrip.answers
}

/**
 * `pg` ends each statement by a message that makes the server send what it has: both sides would be woken for each of
 * a batch. Here one message ends all. To a client it is one query, in its pipeline mode too.
 */
export class RoundTrip extends Query {
  readonly answers: Promise<Answer[]>
  readonly #client: ClientBase
  readonly #statements: readonly (Statement & { name: string; parameters: Parameter[] })[]
  readonly #onAnswer: (answer: Answer) => void
  readonly #outcome = Promise.withResolvers<Answer[]>()
  readonly #answers: Answer[] = []
  #connection: Connection | null = null
  #prepared: Prepared = new Map()
  /** Columns of the statement whose answer comes next. */
  #columns: readonly Column[] = []
  #rows: Answer['rows'] = []

  constructor(
    client: ClientBase,
    statements: readonly Statement[],
    { settings, onAnswer = () => {} }: Options,
  ) {
    super('')
    this.#client = client
    this.#statements = statements.map((statement) => ({
      ...statement,
      name: statement.isUsual && settings === null ? nameOf(statement.text) : '',
      // What cannot be sent throws before anything is.
      parameters: statement.values.map(parameterOf),
    }))
    this.#onAnswer = onAnswer
    this.answers = this.#outcome.promise
  }

  override submit = (connection: Connection): void => {
    this.#connection = connection
    this.#prepared = preparedOn.get(connection) ?? new Map()
    preparedOn.set(connection, this.#prepared)
    // One write to the socket.
    connection.stream.cork()
    try {
      this.#orGiveUp(() => this.#send(connection))
    } finally {
      connection.stream.uncork()
    }
  }

  #send(connection: Connection): void {
    for (const { name, text, parameters, hasRows, isAwaited } of this.#statements) {
      const isPrepared = this.#prepared.has(name)
      if (!isPrepared) {
        // A round trip that failed may have prepared it or not.
        if (name !== '') connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values: parameters }, true)
      if (hasRows && !isPrepared) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
      if (isAwaited) connection.flush()
    }
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#orGiveUp(() => {
      this.#columns = fields.map(({ name, dataTypeID }) => ({
        name,
        parse: this.#client.getTypeParser(dataTypeID, 'text') as Column['parse'],
      }))
    })
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#orGiveUp(() => this.#addRow(fields))
  }

  #addRow(fields: (string | null)[]): void {
    const { name, hasRows } = this.#next()
    if (!hasRows) return
    const columns = this.#prepared.get(name) ?? this.#columns
    this.#rows.push(
      Object.fromEntries(
        columns.map((column, index) => {
          const text = fields[index] ?? null
          return [column.name, text === null ? null : column.parse(text)]
        }),
      ),
    )
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#orGiveUp(() => this.#addAnswer(text))
  }

  #addAnswer(text: string): void {
    const { name } = this.#next()
    if (name !== '' && !this.#prepared.has(name)) this.#prepared.set(name, this.#columns)
    const answer = { command: text, rows: this.#rows }
    this.#answers.push(answer)
    this.#columns = []
    this.#rows = []
    this.#onAnswer(answer)
  }

  handleError(error: Error): void {
    this.#outcome.reject(error)
  }

  handleReadyForQuery(): void {
    this.#outcome.resolve(this.#answers)
  }

  /**
   * The socket calls these: an error thrown here would end the process. What the server did then, and what it answers
   * yet, is not known.
   */
  #orGiveUp(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#outcome.reject(error)
      this.#connection?.stream.destroy()
    }
  }

  #next() {
    const next = this.#statements[this.#answers.length]
    if (!next) throw new Error('The server answers more than it was asked')
    return next
  }
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `batch ${names.size}`
  names.set(text, name)
  return name
}

function parameterOf(value: Value): Parameter {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return `{${value.map(elementOf).join(',')}}`
}

function elementOf(value: string | number | null): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}
