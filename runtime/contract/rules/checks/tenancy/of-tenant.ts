import { type DocumentDescriptor, isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { blankPath, type PathBinding, type Template } from '../../../data/document/path-binding.ts'
import { creatorOfItems, findResource } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { CheckContext } from '../../check.ts'

/** A caller that requests another tenant's data. */
export const OTHER_TENANT = { kind: 'another tenant' } as const

/**
 * True if a value in a path identifies one tenant's item. Values that the run created or the user configured
 * do. A value from a list, such as a country or plan, can be shared by all tenants, unless tenants can create
 * more such items, or can write below one. A name that the document lists is shared by all tenants.
 */
export function isOfTenant(
  { document }: Pick<CheckContext, 'document'>,
  {
    template,
    binding,
    operation,
  }: { readonly template: Template; readonly binding: PathBinding; readonly operation: OperationDescriptor },
): boolean {
  const { origin = 'unknown' } = binding.get(template.key) ?? {}
  if (origin === 'guessed' || origin === 'unknown') return false
  const schema = operation.parameters?.find(
    ({ name, in: location }) => location === 'path' && name === template.name,
  )?.schema
  if (schemaIn(document, schema).values.listed !== undefined) return false
  return (
    origin !== 'discovered' ||
    creatorOfItems(document, findResource(document, template)) !== undefined ||
    isTenantWrittenBelow(document, template.key)
  )
}

/**
 * True if an operation writes below an item: "/projects/{}" matches `PATCH
 * /projects/{id}/persons/{personId}`.
 */
export function isTenantWrittenBelow({ operations }: DocumentDescriptor, item: string): boolean {
  return operations.some(({ path, method }) => !isSafe(method) && blankPath(path).startsWith(`${item}/`))
}
