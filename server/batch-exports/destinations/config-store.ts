import type { SecretBox } from '../../secrets/secret-box.ts'
import type { BatchExportRow, DestinationConfig } from '../tables.ts'
import type { SplitConfig } from './destination-config.ts'

type Owner = Pick<BatchExportRow, 'organization_id' | 'id'>

/**
 * The encryption context of a row's secrets. They can be decrypted only in the row for which they were
 * encrypted.
 */
const contextOf = ({ organization_id, id }: Owner): string => `batch_exports/${organization_id}/${id}`

/** Creates the columns that store a config. */
export function writeDestinationConfig(box: SecretBox, owner: Owner, { shown, secrets }: SplitConfig) {
  const isEmpty = Object.keys(secrets).length === 0
  return {
    config: JSON.stringify(shown),
    secrets: isEmpty ? null : box.seal(JSON.stringify(secrets), contextOf(owner)),
  }
}

/**
 * A row's complete config, and its secret part separately. @throws Error if the secrets cannot be decrypted.
 */
export function readDestinationConfig(
  box: SecretBox,
  row: Owner & Pick<BatchExportRow, 'config' | 'secrets'>,
): { readonly config: DestinationConfig; readonly secrets: DestinationConfig } {
  const secrets: DestinationConfig =
    row.secrets === null ? {} : JSON.parse(box.open(row.secrets, contextOf(row)))
  return { config: { ...row.config, ...secrets }, secrets }
}
