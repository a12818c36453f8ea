import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Issue } from '@concordat/runtime/schema'

/** Pointer to one response. The key is written as in the document: "200", "4XX" or "default". */
export function responseClause(operation: OperationDescriptor, key: string): string {
  return pointerBelow(operation.pointer, 'responses', key)
}

/** Pointer to one of the operation's parameters. */
export function parameterClause(operation: OperationDescriptor, parameter: ParameterDescriptor): string {
  return pointerBelow(operation.pointer, 'parameters', String(operation.parameters?.indexOf(parameter) ?? 0))
}

/** Pointer to an operation's security requirements, even if these are declared for the whole document. */
export function securityClause(operation: OperationDescriptor): string {
  return pointerBelow(operation.pointer, 'security')
}

/** Pointer to the operation's path. */
export function pathClause(operation: OperationDescriptor): string {
  return operation.pointer.slice(0, operation.pointer.lastIndexOf('/'))
}

/** Pointer to the keyword that a value violates: in a named schema, or in the schema at `place`. */
export function issueClause(issue: Pick<Issue, 'schemaPath'>, place: string): string {
  const named = /^#\/\$defs\//
  return named.test(issue.schemaPath)
    ? issue.schemaPath.replace(named, '#/components/schemas/')
    : place + issue.schemaPath.slice(1)
}
