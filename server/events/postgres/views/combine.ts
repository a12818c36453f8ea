import { type RawBuilder, sql } from 'kysely'

/** True if all conditions are true (`and`), or any of them (`or`). */
export function combineConditions(
  conditions: readonly RawBuilder<boolean>[],
  by: 'and' | 'or',
): RawBuilder<boolean> {
  if (conditions.length === 0) return by === 'and' ? sql`true` : sql`false`
  return sql`(${sql.join(conditions, by === 'and' ? sql` and ` : sql` or `)})`
}
