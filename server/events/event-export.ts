/** The columns of an exported event. */
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

/** One value in each record: an event column, a property, or a constant. */
export type Expression =
  | { readonly column: EventColumn }
  | { readonly property: string }
  | { readonly constant: string | number }

/**
 * A value in a record. Properties are JSON text, exactly as stored. Constant numbers are JSON text as well.
 */
export type ExportValue = string | number | boolean | null

/** One exported row. */
export interface ExportRecord {
  /** The record's position in the order of its run. */
  readonly position: string
  /** The record's values, in column order. */
  readonly values: readonly ExportValue[]
}

/** Selects events to export, and their columns. */
export interface EventExport {
  readonly projectId: number
  /** The event's time that must be within the span: when it was accepted, or when it happened. */
  readonly by: 'created_at' | 'timestamp'
  /** Null: from the beginning. */
  readonly start: string | null
  readonly end: string
  /** Event names to include; all events if empty. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly values: readonly Expression[]
}

/** Events to export, oldest first. */
export interface ExportedEvents {
  count(): Promise<number>
  /**
   * Reads the records in order, starting after a position. Only one chunk of records is in memory at a time.
   */
  read(after?: string): AsyncIterable<ExportRecord>
}
