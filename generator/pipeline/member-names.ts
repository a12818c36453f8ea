import { pointerBelow } from '@concordat/runtime/pointer'
import type { SchemaObject } from '@concordat/runtime/schema'
import type { FormatPlan } from '../emit/formats/format-plan.ts'
import { formatStateMembers } from '../emit/formats/schema-states.ts'
import type { Problem } from '../errors/problem.ts'
import { quoteInProblem } from '../errors/quote.ts'
import type { ReadDocument } from './read-document.ts'
import { visitSchemasForWarnings } from './schema-places.ts'

/** Errors for members of one object that would get the same name in code. */
export function takenMemberNames(
  { model, locate }: Pick<ReadDocument, 'model' | 'locate'>,
  plan: FormatPlan,
): Problem[] {
  const taken = [...plan.members.alike()]
  if (taken.length === 0) return []
  const places = placesIn(model)
  const problems = new Map<string, Problem>()
  for (const { state, name, members } of taken) {
    const [first, second] = members.map((member) => {
      const holder = state.schemas.find((schema) => formatStateMembers(schema).includes(member))
      const place = (holder && places.get(holder)) ?? '#'
      return Object.hasOwn(holder?.properties ?? {}, member)
        ? pointerBelow(place, 'properties', member)
        : place
    })
    problems.set(`${first} ${second}`, {
      code: 'member-name-taken',
      severity: 'error',
      place: locate(second ?? '#'),
      message: `The properties ${members.map(quoteInProblem).join(' and ')} of one object would both be named ${quoteInProblem(name)} in code. The first is at ${first}.`,
      fix: 'rename one of them with a `memberNames` function, or distinguish the alternatives with a `discriminator`.',
    })
  }
  return [...problems.values()]
}

/**
 * Warnings for maps whose keys can be renamed by mistake, because a value can be either a map or an object
 * with members.
 */
export function renamedMapKeys(
  { model, locate }: Pick<ReadDocument, 'model' | 'locate'>,
  plan: FormatPlan,
): Problem[] {
  const found = new Map([...plan.members.renamedKeys()].map(({ map, names }) => [map, names]))
  if (found.size === 0) return []
  const places = placesIn(model)
  return [...found].map(([map, names]) => ({
    code: 'member-names-unclear',
    severity: 'warning',
    place: locate(places.get(map) ?? '#'),
    message: `The values here are maps, but another alternative is an object whose property names include ${names.slice(0, MOST_NAMES).map(quoteInProblem).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}. In code, a map key with such a name is renamed like the property.`,
    fix: 'distinguish the alternatives with a `discriminator`.',
  }))
}

/** Maximum number of names in a message. */
const MOST_NAMES = 3

function placesIn(model: ReadDocument['model']): ReadonlyMap<SchemaObject, string> {
  const places = new Map<SchemaObject, string>()
  visitSchemasForWarnings(model, (schema, pointer) => places.set(schema, places.get(schema) ?? pointer))
  return places
}
