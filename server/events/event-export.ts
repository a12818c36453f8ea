/** Columns of an exported event. */
export type EventColumn =
  | 'uuid'
  | 'team_id'
  | 'event'
  | 'distinct_id'
  | 'timestamp'
  | 'created_at'
  | 'properties'
  | 'person_id'
  | 'person_properties'

/** One value of each record: a column of events, one property, or a constant. */
export type Expression =
  | { readonly column: EventColumn }
  | { readonly property: string }
  | { readonly constant: string | number }

/** A value of a record. Properties are JSON text, exactly as stored, and so are constant numbers. */
export type Value = string | number | boolean | null

/** One exported row. */
export interface ExportRecord {
  /** Position in the order of its run. */
  readonly position: string
  /** In the order of the columns. */
  readonly values: readonly Value[]
}

/** Events to export, and the columns of them. */
export interface EventExport {
  readonly projectId: number
  /** Time of an event that has to lie in the span. */
  readonly by: 'created_at' | 'timestamp'
  /** Null: from the beginning. */
  readonly start: string | null
  readonly end: string
  /** Names of events; all, when there are none. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly values: readonly Expression[]
}

/** Events to export, oldest first. */
export interface ExportedEvents {
  count(): Promise<number>
  /** Reads the records in their order, those after a position only. Memory holds few of them. */
  read(after?: string): AsyncIterable<ExportRecord>
}
