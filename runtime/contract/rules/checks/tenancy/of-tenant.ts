import { type DocumentDescriptor, isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { blank, type PathBinding, type Template } from '../../../data/document/path-binding.ts'
import { creatorOf, findResource } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { CheckContext } from '../../check.ts'

/** A caller who asks for what belongs to others. */
export const OTHER_TENANT = { kind: 'another tenant' } as const

/**
 * True if a value in a path names something that one tenant has. A value that the run or a person named does;
 * one that a list showed may be everybody's, such as countries and plans, unless tenants can make more of it,
 * or write below it. A name that the document lists is everybody's.
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
  if (schemaIn(document, schema).listed !== undefined) return false
  return (
    origin !== 'discovered' ||
    creatorOf(document, findResource(document, template)) !== undefined ||
    isWrittenBelow(document, template.key)
  )
}

/**
 * True if something that stands below an item is written: "/projects/{}" for `PATCH
 * /projects/{id}/persons/{personId}`.
 */
export function isWrittenBelow({ operations }: DocumentDescriptor, item: string): boolean {
  return operations.some(({ path, method }) => !isSafe(method) && blank(path).startsWith(`${item}/`))
}
