import { type PatchStep, patchedValue } from '@concordat/contract/values'
import { isJsonPatch, mediaTypeEssence } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { changesBetween } from '@concordat/runtime/json-changes'
import { HttpProblem } from '@concordat/runtime/server'
import type { MockItem } from '../../state/item.ts'
import type { Granted } from './granted.ts'

interface PatchedMembers {
  /** The members that the patch changes or adds. */
  readonly values: Record<string, unknown>
  /** Names of the members that it removes. */
  readonly removed: readonly string[]
}

/** True if a request contains a JSON Patch. */
export function isPatch({ request, body }: Granted): boolean {
  return isJsonPatch(mediaTypeEssence(request.headers.get('content-type') ?? '')) && Array.isArray(body)
}

/**
 * Returns the members of an item that a JSON Patch changes; `undefined` if the request contains none.
 * @throws HttpProblem if one of the patch's operations fails. @see RFC 6902, 5
 */
export function patchedMembers(granted: Granted, { members }: MockItem): PatchedMembers | undefined {
  if (!isPatch(granted)) return undefined
  const { body, takeRoom } = granted
  takeRoom(body)
  const patched = patchedValue(members, body as PatchStep[])
  if (patched === undefined || !isObject(patched.value))
    throw new HttpProblem({ kind: 'conflict', detail: 'An operation of the patch fails.' })
  const { value } = patched
  const changed = Object.entries(value).filter(([name, own]) => changesBetween(members[name], own).length > 0)
  return {
    values: Object.fromEntries(changed),
    removed: Object.keys(members).filter((name) => !Object.hasOwn(value, name)),
  }
}
