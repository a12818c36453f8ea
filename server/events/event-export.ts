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

/** One value in each record: a column of events, one property, or a constant. */
export type Expression =
  | { readonly column: EventColumn }
  | { readonly property: string }
  | { readonly constant: string | number }

/** A value in a record. Properties are JSON text, exactly as stored, and so are constant numbers. */
export type ExportValue = string | number | boolean | null

/** One exported row. */
export interface ExportRecord {
  /** Position in the order of its run. */
  readonly position: string
  /** In the order of the columns. */
  readonly values: readonly ExportValue[]
}

/** Selects events to export, and their columns. */
export interface EventExport {
  readonly projectId: number
  /** The event time that must be in the span. */
  readonly by: 'created_at' | 'timestamp'
  /** Null: from the beginning. */
  readonly start: string | null
  readonly end: string
  /** Names of events; all events if empty. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly values: readonly Expression[]
}

/** Events to export, oldest first. */
export interface ExportedEvents {
  count(): Promise<number>
  /** Reads the records in order, starting after a position. Only a few of them are in memory at a time. */
  read(after?: string): AsyncIterable<ExportRecord>
}
