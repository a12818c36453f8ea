import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/**
 * Everything that every feature depends on, in requests and in jobs. Dependencies of a single feature are
 * declared in its folder.
 */
export interface Foundation {
  readonly db: Kysely<Database>
  readonly jobs: Jobs
  readonly mailer: Mailer
  /** Encrypts values that the service needs but never shows. */
  readonly secretBox: SecretBox
}
