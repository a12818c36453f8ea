import type { ClientBase, Connection, FieldDef, Submittable } from 'pg'

/** A statement that each connection parses and plans only once. */
export interface PreparedText {
  /** A name that is unique among all prepared statements. */
  readonly name: string
  readonly text: string
}

/** A value for a placeholder in a prepared statement. */
export type PlacedValue = string | number | null

/** Callbacks for the end of a query. Exactly one of them is called, once. */
export interface StatementOutcome<Row> {
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

type Fields = readonly (string | null)[]

/**
 * The columns of each connection's prepared statements. They cannot change, because PostgreSQL does not run a
 * prepared statement whose columns have changed.
 */
const prepared = new WeakMap<ClientBase, Map<PreparedText, readonly Column[]>>()

/**
 * One run of a prepared statement. The driver's own query class would request the columns and rebuild their
 * parsers in every run, which takes a third of the driver's processor time.
 */
export class PreparedQuery<Row> implements Submittable {
  readonly #known: Map<PreparedText, readonly Column[]>
  readonly #client: ClientBase
  readonly #statement: PreparedText
  readonly #values: readonly PlacedValue[]
  readonly #outcome: StatementOutcome<Row>
  readonly #fields: Fields[] = []

  constructor(
    client: ClientBase,
    { statement, values }: { readonly statement: PreparedText; readonly values: readonly PlacedValue[] },
    outcome: StatementOutcome<Row>,
  ) {
    this.#known = prepared.get(client) ?? new Map()
    prepared.set(client, this.#known)
    this.#client = client
    this.#statement = statement
    this.#values = values
    this.#outcome = outcome
  }

  submit(connection: Connection): void {
    const { name, text } = this.#statement
    const isNew = !this.#known.has(this.#statement)
    connection.stream.cork()
    if (isNew) {
      // A failed run might have left the statement prepared. Closing a missing statement is not an error.
      connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
    }
    connection.bind({ statement: name, values: this.#values.map(written) }, true)
    if (isNew) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#client.getTypeParser(dataTypeID, 'text'),
    }))
    this.#known.set(this.#statement, columns)
  }

  handleDataRow({ fields }: { readonly fields: Fields }): void {
    this.#fields.push(fields)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    const columns = this.#known.get(this.#statement) ?? []
    try {
      this.#outcome.resolve(this.#fields.map((fields) => readRow(columns, fields) as Row))
    } catch (error) {
      this.#outcome.reject(error)
    }
  }

  handleError(error: unknown): void {
    this.#known.delete(this.#statement)
    this.#outcome.reject(error)
  }
}

function written(value: PlacedValue): string | null {
  return value === null ? null : String(value)
}

function readRow(columns: readonly Column[], fields: Fields): object {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) {
    const { name, read } = columns[index] as Column
    const text = fields[index] ?? null
    row[name] = text === null ? null : read(text)
  }
  return row
}
