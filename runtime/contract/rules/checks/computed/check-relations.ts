import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import { NotRun, nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { DAY_MS, isIdentifyingName, textOfTime, timeOfText } from '../../../lexicon/lexicon.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { newRunLog } from '../../evidence/log/run-log.ts'
import { membersWrittenBesideComputed } from './computed-members.ts'
import { brokenRelations } from './relations.ts'
import { rules } from './rules.ts'

/** Number of items that are created with different numbers. */
const VARIED = 3
/** Numbers chosen so that their sums and products differ from all of them. */
const NUMBERS = [7, 13, 29, 53, 101]

/** Checks that relations between numbers in the run's items hold in all items. */
export async function checkRelations(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const resource = context.pool.resourceFor(operation)
  const written = membersWrittenBesideComputed(context.document, resource)
  if (!context.asks(rules.relation)) return nothingCompared()
  context.budget.expect(VARIED)
  const log = context.state.of(newRunLog)
  await makeVaried(context, operation)
  const kinds = log.kindsOf(resource.name)
  if (kinds.length === 0) throw new NotRun({ kind: 'nothing compared' })
  return kinds.flatMap(({ kind, path }) => {
    const shown = log.shown(kind)
    const names = new Set(shown.flatMap(({ numbers }) => Object.keys(numbers)))
    const computed = new Set(
      [...names].filter((name) => !written.has([...path, name].join('.')) && !name.includes(' ')),
    )
    const isState = (name: string): boolean =>
      schemaAt(context, operation, path)?.property(name).values.choices !== undefined
    return brokenRelations(shown, { computed, isState }).map(
      ({ relation, shown: { answer, numbers, operation: by }, wanted, held }) =>
        context.finding({
          ...{ operation: by, answer, clause: pointerBelow(by.pointer, 'responses'), breaks: rules.relation },
          fact: {
            ...{
              kind: 'relation broken',
              member: [...path, relation.of].join('.'),
              relation: relation.words,
              held,
            },
            ...{
              wanted: told(wanted, numbers[relation.of]?.kind),
              received: told(numbers[relation.of]?.value ?? 0, numbers[relation.of]?.kind),
            },
          },
        }),
    )
  })
}

function told(value: number, kind: string | undefined): string {
  return kind === 'time' ? new Date(value).toISOString() : String(Math.round(value * 1e6) / 1e6)
}

/** Schema of a created item, or of the objects in its list at a path. */
function schemaAt(
  { document }: CheckContext,
  operation: OperationDescriptor,
  path: readonly string[],
): Schema | undefined {
  const [whole] = shownSchemas(operation, document)
  return path.reduce<Schema | undefined>((schema, name) => schema?.property(name).items, whole)
}

/**
 * Number of days by which the times in successive items differ, so that items such as bookings do not
 * conflict.
 */
const DAYS_APART = 60

/** Creates items that differ in their numbers, and in the number of their parts. */
async function makeVaried(context: CheckContext, operation: OperationDescriptor): Promise<void> {
  const { pool, document } = context
  const schema = schemaIn(document, jsonBody(operation)?.schema)
  const binding = await pool.bindings.find(operation, 'read')
  for (let turn = 0; turn < VARIED; turn++) {
    const made = await resultIfRun(async () => {
      const plan = pool.requests.best(operation, binding)
      const value = variedForComputed(plan.body?.value, schema, turn)
      if (!schema.allows(value)) return undefined
      return context.attempt(operation, {
        expecting: 'success',
        at: { binding },
        sending: requestWithBody(plan, value),
      })
    })
    if (made === undefined) return
  }
}

/** The value with different numbers and times, and with a different number of objects in its lists. */
export function variedForComputed(value: unknown, schema: Schema, turn: number): unknown {
  if (typeof value === 'number') {
    const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema.keywords
    if (schema.values.listed !== undefined) return value
    return NUMBERS.slice(turn).find((number) => number >= minimum && number <= maximum) ?? value
  }
  const time = timeOfText(value)
  if (time !== undefined) return textOfTime(time + (turn + 1) * DAYS_APART * DAY_MS)
  if (Array.isArray(value)) {
    const [first] = value
    if (!isObject(first) || schema.keywords.uniqueItems === true) return value
    const { maxItems = VARIED } = schema.keywords
    return Array.from({ length: Math.min(turn + 1, maxItems) }, (_, index) =>
      variedForComputed(first, schema.items, (turn + index) % NUMBERS.length),
    )
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isIdentifyingName(name) ? member : variedForComputed(member, schema.property(name), turn),
    ]),
  )
}
