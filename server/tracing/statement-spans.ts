import type { LogEvent } from 'kysely'
import { noteSpan } from './spans.ts'

/** Adds a statement to the span of its request or job. The statement's text contains no values. */
export function noteStatementInSpan({ level, query, queryDurationMillis }: LogEvent): void {
  const operation = /^\W*(\w+)/.exec(query.sql)?.[1]?.toUpperCase() ?? 'STATEMENT'
  noteSpan({
    name: operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': query.sql,
    },
    milliseconds: queryDurationMillis,
    hasFailed: level === 'error',
  })
}
