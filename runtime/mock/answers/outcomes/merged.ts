import { mediaTypeEssence } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Granted } from './granted.ts'

/**
 * Media types of changes that leave out what stays the same inside an object, too, with the number of levels
 * to which this applies. @see RFC 7396, 2; JSON:API 1.1, Updating a Resource's Attributes
 */
const LEVELS: Readonly<Record<string, number>> = {
  'application/merge-patch+json': Number.POSITIVE_INFINITY,
  'application/strategic-merge-patch+json': Number.POSITIVE_INFINITY,
  'application/vnd.api+json': 1,
}

/** Completes the objects in a change with the members that they have, if its media type means this. */
export function mergedMembers(
  { request, operation }: Granted,
  values: Record<string, unknown>,
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const levels = LEVELS[mediaTypeEssence(request.headers.get('content-type') ?? '')]
  if (levels === undefined || operation.resource?.role !== 'update') return values
  const merged = Object.entries(values).map(([name, value]) => [name, merge(members[name], value, levels)])
  return Object.fromEntries(merged)
}

function merge(before: unknown, change: unknown, levels: number): unknown {
  if (levels === 0 || !isObject(before) || !isObject(change)) return change
  const merged: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(change)) {
    if (value === null && levels > 1) delete merged[name]
    else merged[name] = merge(before[name], value, levels - 1)
  }
  return merged
}
