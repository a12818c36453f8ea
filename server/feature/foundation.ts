import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/**
 * Dependencies of every feature, in requests and in jobs. Dependencies of one feature are declared in its
 * folder.
 */
export interface Foundation {
  readonly db: Kysely<Database>
  readonly jobs: Jobs
  readonly mailer: Mailer
  /** Encrypts values that the service needs but never shows. */
  readonly secretBox: SecretBox
}
