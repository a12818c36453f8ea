import { shuffled } from '../../../world/values/random.ts'
import type { CheckContext } from '../../check.ts'
import type { Field } from '../fields.ts'

/**
 * Groups fields into changes: each field alone, with the switches in the middle. If there are too many
 * fields, some of them are changed together first.
 */
export function fieldsChangedTogether(
  fields: readonly Field[],
  { context, most }: { context: CheckContext; most: number },
): Field[][] {
  const ordered = switchesInTheMiddle(fields)
  const changes =
    ordered.length <= most ? ordered.map((field) => [field]) : someOf(ordered, { context, most })
  const isSwitchLast = changes.at(-1)?.some(isSwitch) === true
  const [first = []] = changes
  return isSwitchLast && changes.length > 1 ? [...changes, first.slice(0, 1)] : changes
}

function someOf(
  ordered: readonly Field[],
  { context, most }: { context: CheckContext; most: number },
): Field[][] {
  const chosen = new Set(shuffled(ordered, context.random).slice(0, most - 1))
  const alone = ordered.filter((field) => chosen.has(field))
  const others = ordered.filter((field) => !chosen.has(field))
  const switches = others.filter(isSwitch)
  const rest = others.filter((field) => !switches.includes(field))
  const middle = Math.floor(alone.length / 2)
  return [
    [...rest, ...alone.slice(-1)],
    ...alone.map((field, index) => (index === middle ? [field, ...switches] : [field])),
  ]
}

/**
 * Moves the switches to the middle. A server that resets a switch with every update can be detected only
 * while the switch differs from its reset value. A switch in the middle has each of its values while some
 * other fields change.
 */
function switchesInTheMiddle(fields: readonly Field[]): readonly Field[] {
  const switches = fields.filter(isSwitch)
  const others = fields.filter((field) => !switches.includes(field))
  const half = Math.ceil(others.length / 2)
  return [...others.slice(0, half), ...switches, ...others.slice(half)]
}

/** True if a field has exactly two values apart from null. */
function isSwitch({ schema }: Field): boolean {
  return schema.values.choices?.filter((value) => value !== null).length === 2
}
