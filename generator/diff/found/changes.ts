import type { Change, ChangeScope, FoundChange } from './change.ts'

/**
 * Combines the findings of all operations into changes; one that affects several operations is listed once.
 */
export function changesFound(
  scopes: readonly { readonly scope: ChangeScope; readonly operation?: string }[],
): readonly Change[] {
  const changes = new Map<string, { readonly found: FoundChange; readonly operations: Set<string> }>()
  for (const { scope, operation } of scopes)
    for (const { found: some } of scope.reached())
      for (const found of some) {
        const key = JSON.stringify([found.kind, found.old, found.new, found.was, found.is, found.label])
        const entry = changes.get(key) ?? { found, operations: new Set() }
        if (operation !== undefined) entry.operations.add(operation)
        changes.set(key, entry)
      }
  return [...changes.values()].map(({ found, operations }) => ({ ...found, operations: [...operations] }))
}
