import type { Kysely } from 'kysely'
import type { ExportParts } from '../batch-exports/export-parts.ts'
import type { Database } from '../database/schema.ts'
import type { ChallengeResolver } from '../domains/challenge.ts'
import type { OpenEvents } from '../events/store.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { AddressPolicy } from '../outbound/address-policy.ts'
import type { Registry } from '../plugins/registry.ts'

/** What the code of every resource works with, in requests and in jobs. */
export interface Foundation {
  readonly db: Kysely<Database>
  readonly openEvents: OpenEvents
  readonly jobs: Jobs
  /** When the events of deleted persons go: a cron expression, in UTC. */
  readonly clearEventsSchedule: string
  readonly resolver: ChallengeResolver
  readonly mailer: Mailer
  /** Address of the page where people accept an invite; `undefined` where there is none. */
  readonly inviteAddress: (id: string) => string | undefined
  /** Invites that an organization may make within 24 hours. */
  readonly invitesPerDay: number
  /** Where requests to servers that callers name may go. */
  readonly addressPolicy: AddressPolicy
  readonly exports: ExportParts
  /** Where plugins are installed from. */
  readonly registry: Registry
}
