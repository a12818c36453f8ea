import { createHash } from 'node:crypto'
import type { DocumentDescriptor } from '@concordat/runtime/http'

const TENANTS = ['tenant-a', 'tenant-b']

/**
 * The tenants by their keys; HTTP basic takes a user and a password. The same seed makes the same keys: they
 * guard nothing but made-up things.
 */
export function tenantKeys(
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
