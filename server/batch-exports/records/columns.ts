import type { EventColumn } from '../../events/event-export.ts'

/** A column's type, for destinations that have types. `json` accepts any JSON value. */
export type ColumnType = 'text' | 'uuid' | 'integer' | 'boolean' | 'timestamp' | 'json'

/** A named value in a record. */
export interface Column {
  readonly name: string
  readonly type: ColumnType
}

/** An exported event's columns, in order. */
export const exportedEventColumns = {
  uuid: 'uuid',
  team_id: 'integer',
  event: 'text',
  distinct_id: 'text',
  timestamp: 'timestamp',
  created_at: 'timestamp',
  properties: 'json',
  person_id: 'uuid',
  person_properties: 'json',
} as const satisfies Record<EventColumn, ColumnType>

/** An exported person's columns. There is one record for each distinct id. */
export const exportedPersonColumns = {
  team_id: 'integer',
  distinct_id: 'text',
  person_id: 'uuid',
  properties: 'json',
  created_at: 'timestamp',
  is_identified: 'boolean',
} as const satisfies Record<string, ColumnType>

export function isEventColumn(name: string): name is EventColumn {
  return Object.hasOwn(exportedEventColumns, name)
}
