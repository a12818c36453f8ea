import type { DocumentDescriptor, SecurityRequirement } from '@concordat/runtime/http'

/** True if a document declares security schemes, but no operation has a `security` property. */
export function leavesSecurityOpen({
  securitySchemes,
  operations,
}: Pick<DocumentDescriptor, 'securitySchemes' | 'operations'>): boolean {
  return Object.keys(securitySchemes).length > 0 && operations.every(({ security }) => security === undefined)
}

/**
 * Returns security requirements for a document that declares none, so that any one of the configured
 * credentials suffices.
 */
export function anyCredential({
  securitySchemes,
}: Pick<DocumentDescriptor, 'securitySchemes'>): readonly SecurityRequirement[] {
  return Object.keys(securitySchemes).map((name) => ({ [name]: [] }))
}
