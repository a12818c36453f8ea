import { readDestinationConfig, writeDestinationConfig } from '../batch-exports/destinations/config-store.ts'
import { inTransaction } from '../database/retry.ts'
import { createSecretBox, type SecretBox } from '../secrets/secret-box.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import { readSettings } from '../settings/read-settings.ts'
import { type Command, CommandError } from './command.ts'

/** Re-encrypts all stored secrets, so that an earlier key can be discarded. */
export const resealCommand: Command = {
  summary: 'use SECRET_KEY to re-encrypt stored secrets that were encrypted with one of EARLIER_SECRET_KEYS',
  options: {},
  prepare() {
    const { values, problems } = readSettings({}, process.env)
    const { secretKey, earlierSecretKeys } = values
    if (problems.length > 0) throw new ConfigurationError(problems)
    if (secretKey === undefined || earlierSecretKeys === undefined)
      throw new ConfigurationError(['The command "reseal" needs SECRET_KEY and EARLIER_SECRET_KEYS.'])
    const box = createSecretBox(secretKey, earlierSecretKeys)
    return async (db) =>
      // Re-encrypts all secrets or none, so that, before discarding a key, the operator learns of any secret
      // that cannot be decrypted.
      await inTransaction(db, async (transaction) => {
        const rows = await transaction
          .selectFrom('batch_exports')
          .where('secrets', 'is not', null)
          .select(['organization_id', 'id', 'config', 'secrets'])
          .forUpdate()
          .execute()
        for (const row of rows) {
          const { secrets } = opened(box, row)
          const { secrets: sealed } = writeDestinationConfig(box, row, { shown: row.config, secrets })
          await transaction
            .updateTable('batch_exports')
            .set({ secrets: sealed })
            .where('organization_id', '=', row.organization_id)
            .where('id', '=', row.id)
            .execute()
        }
        return { resealed: rows.length }
      })
  },
}

function opened(
  box: SecretBox,
  row: Parameters<typeof readDestinationConfig>[1],
): ReturnType<typeof readDestinationConfig> {
  try {
    return readDestinationConfig(box, row)
  } catch {
    throw new CommandError(
      `None of the keys can decrypt the secrets of batch export ${row.id}. Nothing was changed.`,
    )
  }
}
