import { createHash } from 'node:crypto'
import type { DocumentDescriptor } from '@concordat/runtime/http'

const TENANTS = ['tenant-a', 'tenant-b']

/**
 * Returns the tenants by key; for HTTP basic, a key is a user and a password. Equal seeds give equal keys,
 * which is safe because the keys only guard a mock's data.
 */
export function mockTenantKeys(
  { securitySchemes }: Pick<DocumentDescriptor, 'securitySchemes'>,
  seed = '',
): Readonly<Record<string, string>> {
  const isBasic = Object.values(securitySchemes).some(({ scheme }) => scheme === 'basic')
  return Object.fromEntries(
    TENANTS.map((tenant) => {
      const digest = createHash('sha256').update(`${seed} ${tenant}`).digest('hex').slice(0, 16)
      return [`${tenant}${isBasic ? ':' : '-'}${digest}`, tenant]
    }),
  )
}
