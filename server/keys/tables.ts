import type { Generated } from 'kysely'
import type { Timestamp } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    personal_api_keys: PersonalApiKeyTable
  }
}

interface PersonalApiKeyTable {
  user_id: number
  id: Generated<string>
  label: string
  /** `sha256$` and the hexadecimal digest of the whole key. The key itself is not stored. */
  secure_value: string
  /** Enough of the key to distinguish it from other keys: `phx_...abcd`. */
  mask_value: string
  scopes: string[]
  created_at: Timestamp
  last_used_at: string | null
  /** `null` for a key that does not expire. */
  expires_at: string | null
}
