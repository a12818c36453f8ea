import { Permission, type Target } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'

/** Operations that one line names. */
const MOST_NAMES = 6

/** Says before a run what it does not send, and how to allow it; `undefined` when there is nothing of that kind. */
export function leftAloneLine(document: DocumentDescriptor, target: Target): string | undefined {
  const names = new Permission({ document, target }).leftAlone().map(({ operation }) => operation.operationId)
  if (names.length === 0 || target.readOnly === true) return undefined
  const more = names.length - MOST_NAMES
  const shown = names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const what = names.length === 1 ? '1 operation' : `${names.length} operations`
  return `Left alone: ${what}, which write or start work beyond what the run makes: ${shown}. Allow one with --allow NAME${target.disposable === true ? '' : '; with --disposable, where the server may be broken, only what touches credentials is left alone'}.`
}
