import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** What the code of every feature works with, in requests and in jobs. What one feature needs besides is declared in its folder. */
export interface Foundation {
  readonly db: Kysely<Database>
  readonly jobs: Jobs
  readonly mailer: Mailer
  /** Encrypts what the service has to know but never shows. */
  readonly secretBox: SecretBox
}
