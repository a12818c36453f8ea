import type { ParameterDescriptor } from '../../../http/operation.ts'
import type { Finding } from '../../finding.ts'
import { shapeOf, typesOf } from '../../fixtures/shape.ts'
import { valueAt } from '../../value-at.ts'
import type { Round } from './round.ts'

const SCALARS = ['string', 'integer', 'number', 'boolean']

/**
 * A query parameter named like a property of the items filters by it: what it shows has the value, and what has the value
 * is shown. Text may be matched by part and without regard to case.
 */
export async function checkFilters(round: Round): Promise<Finding[]> {
  const { collection, ids, report } = round
  const findings: Finding[] = []
  for (const parameter of filtersOf(round)) {
    const { name } = parameter
    const known = round.whole.items
      .map((item) => valueAt(item, [name]))
      .find((value) => isScalar(value) && value !== '')
    if (known === undefined) continue
    findings.push(...(await checkStrange(round, parameter)))
    const page = await collection.page({ [name]: known })
    const foreign = page.items.filter((item) => !isMatch(valueAt(item, [name]), known))
    const wanted = ids({ items: round.whole.items.filter((item) => valueAt(item, [name]) === known) })
    const isFullPage = page.next != null || (page.count ?? 0) > page.items.length
    const missed = isFullPage ? [] : wanted.filter((id) => !ids(page).includes(id))
    if (foreign.length > 0) {
      const received = `${JSON.stringify(valueAt(foreign[0], [name]) ?? null)} among ${page.items.length} items`
      findings.push(
        report(page, { part: name, expected: `only items with ${name} ${JSON.stringify(known)}`, received }),
      )
    } else if (missed.length > 0) {
      findings.push(
        report(page, {
          part: name,
          expected: `every item with ${name} ${JSON.stringify(known)}: ${wanted.join(', ')}`,
          received: ids(page).join(', ') || 'no items',
        }),
      )
    }
  }
  return findings
}

/** Where all items have the same value, a filter that does nothing shows up by another value only. */
async function checkStrange(
  { context, collection, whole, report }: Round,
  { name, schema }: ParameterDescriptor,
): Promise<Finding[]> {
  const shape = shapeOf(schema, context.document.definitions)
  const choices = Array.isArray(shape['enum'])
    ? shape['enum']
    : typesOf(shape).includes('boolean')
      ? [true, false]
      : []
  const present = new Set(whole.items.map((item) => valueAt(item, [name])))
  const absent = choices.find((choice) => isScalar(choice) && !present.has(choice))
  if (absent === undefined || present.size > 1) return []
  const page = await collection.page({ [name]: absent })
  const foreign = page.items.find((item) => valueAt(item, [name]) !== absent)
  if (foreign === undefined) return []
  return [
    report(page, {
      part: name,
      expected: `only items with ${name} ${JSON.stringify(absent)}`,
      received: JSON.stringify(valueAt(foreign, [name]) ?? null),
    }),
  ]
}

function filtersOf({ context, operation }: Round): readonly ParameterDescriptor[] {
  const { limit, offset, page, cursor } = operation.list ?? {}
  return (operation.parameters ?? []).filter(({ name, in: location, schema }) => {
    const isPaging = [limit, offset, page, cursor].includes(name)
    const types = typesOf(shapeOf(schema, context.document.definitions))
    return location === 'query' && !isPaging && types.some((type) => SCALARS.includes(type))
  })
}

function isScalar(value: unknown): boolean {
  return SCALARS.includes(typeof value) || typeof value === 'number'
}

function isMatch(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return value === wanted
  return value.toLowerCase().includes(wanted.toLowerCase())
}
