import { isObject } from '@concordat/runtime/json'
import type { Problem } from '../errors/problem.ts'
import { fileDisplayName } from '../load/source/file-name.ts'
import type { Model } from '../model/model.ts'
import type { Paging } from '../model/pages/pages.ts'

type Unproven = Extract<Paging, { readonly unproven: string }>

/** Maximum number of operations listed for one reason, because large documents have hundreds. */
const NAMED = 12

/**
 * Returns one warning for all lists that the client cannot walk, with the reasons.
 * @param document path of the document.
 * @returns an empty list if every paged list can be walked.
 */
export function unwalkedLists(model: Model, document: string): readonly Problem[] {
  const unproven = model.operations.flatMap(({ descriptor, paging }) =>
    paging !== undefined && 'unproven' in paging
      ? [{ name: descriptor.operationId, reason: paging.unproven, stated: statedBy(paging) }]
      : [],
  )
  if (unproven.length === 0) return []
  const reasons = [...Map.groupBy(unproven, ({ reason }) => reason)].map(([reason, group]) => {
    const example = group.find(({ stated }) => stated !== undefined)
    const line = `- ${listed(group.map(({ name }) => name))}: ${reason}.`
    return example === undefined
      ? line
      : `${line} If ${example.name} works like this, add this to the operation:\n  ${example.stated}`
  })
  const lists = unproven.length === 1 ? 'list gets' : 'lists get'
  return [
    {
      code: 'list-not-walked',
      severity: 'warning',
      place: { file: fileDisplayName(document), pointer: '#' },
      message: [
        `${unproven.length} ${lists} no \`items()\`, because the document does not show how one page leads to the next:`,
        ...reasons,
      ].join('\n'),
      fix: 'describe the pages with "x-pagination" in the document or in an overlay, or write "x-pagination: false".',
    },
  ]
}

/** The declaration to add if the user can confirm the likely paging style, as YAML on one line. */
function statedBy({ stated }: Unproven): string | undefined {
  return stated && `x-pagination: ${inline(stated)}`
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, own]) => `${name}: ${inline(own)}`)
    return `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' && /^[a-z_][\w.-]*$/i.test(value) ? value : JSON.stringify(value)
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
