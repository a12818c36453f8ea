import type { OperationDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { certainIdPathOf, idPathOf, isUuid, itemIdInMember } from '../../../data/document/identifier.ts'
import { type BoundValue, type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import { NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { identifiers } from '../../../lexicon/lexicon.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'

/** An identifier in a path, and the corresponding one in the response. */
interface Asked {
  readonly asked: BoundValue | undefined
  readonly path: readonly string[]
  readonly shown: unknown
}

/**
 * Checks that a response about one item shows the requested id, and that properties named after the path's
 * other parameters show the values of those parameters. Only ids assigned by the server are checked, because
 * others can be aliases ("@me"). The ids must also have the same form, because an item can be identified by a
 * number in one location and by a UUID in another.
 */
export function checkIdentifiers(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, binding }: { answer: Answer; binding: PathBinding },
): Verdict {
  const resource = resourceByName(context.document, operation.resource?.name)
  const own = resource && certainIdPathOf(resource)
  const templates = pathTemplates(operation.path)
  const named = templates.flatMap(({ name, key }): Asked[] => {
    const isLast = key === templates.at(-1)?.key
    // In "/teams/{id}/members/{memberId}", "id" is the team's id, so it is not compared with the member's.
    if (!isLast && identifiers.naming.has(name)) return []
    if (isLast && resource !== undefined && idPathOf(resource) !== undefined) {
      const shown = itemIdInMember(resource, answer.value)
      return own === undefined ? [] : [{ asked: binding.get(key), path: own, shown }]
    }
    return [{ asked: binding.get(key), path: [name], shown: valueAt(answer.value, [name]) }]
  })
  const compared = named.flatMap(({ asked, path, shown }) => {
    const isOfServer = asked?.origin === 'created' || asked?.origin === 'discovered'
    return isOfServer && isComparable(asked.text, shown) ? [{ asked, path, shown }] : []
  })
  // The server assigned none of the ids, or the response lacks the property or shows an id in a different
  // form.
  if (compared.length === 0) return new NotRun({ kind: 'no member names it', resource: resource?.name ?? '' })
  return compared.flatMap(({ asked, path, shown }) => {
    if (asked.text.toLowerCase() === String(shown).toLowerCase()) return []
    return [
      context.finding({
        operation,
        answer,
        clause: pointerBelow(operation.pointer, 'responses'),
        breaks: rules.identifiers,
        fact: {
          ...{ kind: 'another item answered', member: path.join('.') },
          ...{ sent: asked.text, received: String(shown) },
        },
      }),
    ]
  })
}

/** True if a shown id equals the requested id or has the same form. */
function isComparable(asked: string, shown: unknown): boolean {
  if (typeof shown !== 'string' && typeof shown !== 'number') return false
  const text = String(shown)
  return text === asked || [isUuid, isNumber].some((isOfKind) => isOfKind(asked) && isOfKind(text))
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}
