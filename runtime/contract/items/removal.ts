import type { OperationDescriptor } from '@concordat/runtime/http'
import { type Place, pathValues } from '../document/place.ts'
import type { Answer } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import type { MadeItem } from '../outcome/run-event.ts'
import { ANY_TAG, headerParameter } from '../requests/header-parameters.ts'

/** A request of the item's owner without a body, whatever state the item is in. */
export function requestTo(
  operation: OperationDescriptor,
  { place, isOthers = false }: Pick<MadeItem, 'place' | 'isOthers'>,
): RequestPlan {
  const match = headerParameter(operation, 'if-match')
  return {
    operation,
    path: pathValues(operation.path, place),
    ...(match?.required && { header: { [match.name]: ANY_TAG } }),
    ...(isOthers && { authentication: { kind: 'another tenant' } }),
  }
}

export function isAbsent({ status }: Answer): boolean {
  return status === 404 || status === 410
}

/** The server understood, and does not want to. */
export function isRefusal({ status }: Answer): boolean {
  return status === 400 || status === 403 || status === 409 || status === 422
}

/** Where an item is, values filled in. */
export function addressOf(item: string, place: Place): string {
  const values = pathValues(item, place)
  return item.replace(/\{\+?([^{}]+)\}/g, (_, name: string) => values[name] ?? '')
}
