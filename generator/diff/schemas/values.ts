import { isValidFormat } from '@concordat/runtime/schema'
import { type Difference, type FlatPair, lacking, shown } from './difference.ts'

/** How the lists of possible values differ. */
export function valueDifferences({ old, new: now }: FlatPair): readonly Difference[] {
  if (old.values === undefined && now.values === undefined) return []
  if (old.values === undefined) return [{ change: 'enum-added', is: shown(now.values) }]
  if (now.values === undefined) return [{ change: 'enum-removed', was: shown(old.values) }]
  return [
    ...lacking(old.values, now.values).map((was): Difference => ({ change: 'enum-value-removed', was })),
    ...lacking(now.values, old.values).map((is): Difference => ({ change: 'enum-value-added', is })),
  ]
}

export function formatDifferences({ old, new: now }: FlatPair): readonly Difference[] {
  const [was, is] = [old.format, now.format]
  if (was === is) return []
  const told = { was: was ?? 'none', is: is ?? 'none' }
  const [held, holds] = [isHeld(was), isHeld(is)]
  if (!held && !holds) return [{ change: 'format-note-changed', ...told }]
  if (held && holds) return [{ change: 'format-changed', ...told }]
  return [{ change: holds ? 'format-added' : 'format-removed', ...told }]
}

/** Whether values are held against a format. */
function isHeld(format: string | undefined): boolean {
  return format !== undefined && isValidFormat(format, '') !== undefined
}
