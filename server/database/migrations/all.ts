import type { Migration } from 'kysely/migration'
import { tenants } from './0001-tenants.ts'
import { invites } from './0002-invites.ts'
import { activity } from './0003-activity.ts'
import { batchExports } from './0004-batch-exports.ts'
import { plugins } from './0005-plugins.ts'
import { persons } from './0006-persons.ts'
import { rateLimits } from './0009-rate-limits.ts'
import { eventsAccepted } from './0010-events-accepted.ts'
import { eventsTimestamp } from './0011-events-timestamp.ts'
import { exportTurns } from './0012-export-turns.ts'
import { domainClaims } from './0020-domain-claims.ts'
import { keyExpiry } from './0021-key-expiry.ts'
import { eventHome, followedTableMigration } from './0022-event-home.ts'
import { clickhouseTables } from './0025-clickhouse-tables.ts'

/**
 * All migrations by name, in name order. A released migration never changes; corrections are new migrations.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-tenants': tenants,
  '0002-invites': invites,
  '0003-activity': activity,
  '0004-batch-exports': batchExports,
  '0005-plugins': plugins,
  '0006-persons': persons,
  '0009-rate-limits': rateLimits,
  '0010-events-accepted': eventsAccepted,
  '0011-events-timestamp': eventsTimestamp,
  '0012-export-turns': exportTurns,
  '0020-domain-claims': domainClaims,
  '0021-key-expiry': keyExpiry,
  '0022-event-home': eventHome,
  '0023-persons-followed': followedTableMigration({ table: 'persons', by: 'follow_persons' }),
  '0024-ids-followed': followedTableMigration({ table: 'person_distinct_ids', by: 'follow_ids' }),
  '0025-clickhouse-tables': clickhouseTables,
}
