import type { Migration } from 'kysely/migration'
import { tenantsMigration } from './0001-tenants.ts'
import { invitesMigration } from './0002-invites.ts'
import { activityMigration } from './0003-activity.ts'
import { batchExportsMigration } from './0004-batch-exports.ts'
import { pluginsMigration } from './0005-plugins.ts'
import { personsMigration } from './0006-persons.ts'
import { rateLimitsMigration } from './0009-rate-limits.ts'
import { eventsAcceptedMigration } from './0010-events-accepted.ts'
import { eventsTimestampMigration } from './0011-events-timestamp.ts'
import { exportTurnsMigration } from './0012-export-turns.ts'
import { domainClaimsMigration } from './0020-domain-claims.ts'
import { keyExpiryMigration } from './0021-key-expiry.ts'
import { eventHomeMigration, followedTableMigration } from './0022-event-home.ts'
import { clickhouseTablesMigration } from './0025-clickhouse-tables.ts'

/**
 * All migrations by name, in name order. A released migration never changes; corrections are new migrations.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-tenants': tenantsMigration,
  '0002-invites': invitesMigration,
  '0003-activity': activityMigration,
  '0004-batch-exports': batchExportsMigration,
  '0005-plugins': pluginsMigration,
  '0006-persons': personsMigration,
  '0009-rate-limits': rateLimitsMigration,
  '0010-events-accepted': eventsAcceptedMigration,
  '0011-events-timestamp': eventsTimestampMigration,
  '0012-export-turns': exportTurnsMigration,
  '0020-domain-claims': domainClaimsMigration,
  '0021-key-expiry': keyExpiryMigration,
  '0022-event-home': eventHomeMigration,
  '0023-persons-followed': followedTableMigration({ table: 'persons', by: 'follow_persons' }),
  '0024-ids-followed': followedTableMigration({ table: 'person_distinct_ids', by: 'follow_ids' }),
  '0025-clickhouse-tables': clickhouseTablesMigration,
}
