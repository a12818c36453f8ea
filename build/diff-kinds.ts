import { CONSEQUENCES } from '../generator/diff/kinds/consequences.ts'
import {
  CHANGE_KIND_NAMES,
  type ChangeKindName,
  changeKind,
  changeSeverity,
  SEVERITIES,
} from '../generator/diff/kinds/kinds.ts'

/** The kinds of changes that break a caller, for docs/diff.md, by their severity and by whom they break. */
export function printKinds(): string {
  const rows = SEVERITIES.filter((severity) => severity !== 'info').flatMap((severity) => {
    const kinds = CHANGE_KIND_NAMES.filter((name) => changeSeverity(name) === severity)
    return [...Map.groupBy(kinds, broken)].map(([breaks, names]) => [
      severity,
      breaks,
      names.map((name) => `\`${name}\``).join(', '),
    ])
  })
  const head = ['severity', 'breaks', 'kinds']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function broken(name: ChangeKindName): string {
  return (
    changeKind(name)
      .breaks.map((consequence) => CONSEQUENCES[consequence])
      .join(', ') || 'nobody'
  )
}
