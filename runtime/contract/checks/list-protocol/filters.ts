import type { ParameterDescriptor } from '@concordat/runtime/http'
import { shapeOf, typesOf } from '../../document/shape.ts'
import { isScalar, isSearch, valuesOf } from '../../exchange/item-values.ts'
import type { Finding } from '../../outcome/finding.ts'
import { pageIfAnswered, type Round } from './round.ts'

const SCALARS = ['string', 'integer', 'number', 'boolean']

/**
 * A query parameter named like a property of the items, or like one of its values where it holds several ("tag" and "tags"),
 * filters by it: what it shows has the value, and what has the value is shown. Text may be matched by part and without
 * regard to case. A search for what nobody wrote does not show everything.
 */
export async function checkFilters(round: Round): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const parameter of filtersOf(round)) {
    const { name } = parameter
    const known = round.whole.items.flatMap((item) => valuesOf(item, name)).find((value) => value !== '')
    if (known !== undefined) {
      findings.push(...(await checkStrange(round, parameter)), ...(await checkKnown(round, { name, known })))
    } else if (isSearch(name)) findings.push(...(await checkSearch(round, parameter)))
  }
  return findings
}

async function checkKnown(
  { collection, whole, ids, report }: Round,
  { name, known }: { name: string; known: unknown },
): Promise<Finding[]> {
  const page = await collection.page({ [name]: known })
  const foreign = page.items.find((item) => !valuesOf(item, name).some((value) => isMatch(value, known)))
  if (foreign !== undefined) {
    const received = `${showValues(foreign, name)} among ${page.items.length} items`
    return [
      report(page, { part: name, expected: `only items with ${name} ${JSON.stringify(known)}`, received }),
    ]
  }
  const wanted = ids({ items: whole.items.filter((item) => valuesOf(item, name).includes(known)) })
  const isFullPage = page.next !== undefined || (page.count ?? 0) > page.items.length
  const missed = isFullPage ? [] : wanted.filter((id) => !ids(page).includes(id))
  if (missed.length === 0) return []
  const expected = `every item with ${name} ${JSON.stringify(known)}: ${wanted.join(', ')}`
  return [report(page, { part: name, expected, received: ids(page).join(', ') || 'no items' })]
}

/** Where all items have the same value, a filter that does nothing shows up by another value only. */
async function checkStrange(round: Round, { name, schema }: ParameterDescriptor): Promise<Finding[]> {
  const { context, whole, report } = round
  const shape = shapeOf(schema, context.document.definitions)
  const types = typesOf(shape)
  const isPlain = types.includes('string') && shape['format'] === undefined && shape['pattern'] === undefined
  const choices = Array.isArray(shape['enum'])
    ? shape['enum']
    : types.includes('boolean')
      ? [true, false]
      : isPlain
        ? [strangeText(round)]
        : []
  const present = new Set(whole.items.flatMap((item) => valuesOf(item, name)))
  const absent = choices.find((choice) => isScalar(choice) && !present.has(choice))
  if (absent === undefined || present.size > 1) return []
  const page = await pageIfAnswered(round, { [name]: absent })
  const foreign = page?.items.find((item) => !valuesOf(item, name).includes(absent))
  if (page === undefined || foreign === undefined) return []
  const expected = `only items with ${name} ${JSON.stringify(absent)}`
  return [report(page, { part: name, expected, received: showValues(foreign, name) })]
}

async function checkSearch(round: Round, { name }: ParameterDescriptor): Promise<Finding[]> {
  const { whole, ids, report } = round
  const text = strangeText(round)
  const page = await pageIfAnswered(round, { [name]: text })
  if (page === undefined || whole.items.length === 0 || ids(page).join() !== ids(whole).join()) return []
  const expected = `fewer than all items with ${name} ${JSON.stringify(text)}, which none of them shows`
  return [report(page, { part: name, expected, received: `all ${page.items.length} items` })]
}

/** A word that no item shows. */
function strangeText({ context }: Round): string {
  return `zq${context.items.requests.value({ type: 'integer', minimum: 100_000 }, { variant: 'full', hint: 'text' })}qz`
}

function filtersOf({ context, operation }: Round): readonly ParameterDescriptor[] {
  const { limit, offset, page, pages } = operation.list ?? {}
  return (operation.parameters ?? []).filter((parameter) => {
    const { name, in: location, schema } = parameter
    if (context.items.withholds(operation, parameter)) return false
    const isPaging = [limit, offset, page, ...(pages?.sent?.path ?? [])].includes(name)
    const types = typesOf(shapeOf(schema, context.document.definitions))
    return location === 'query' && !isPaging && types.some((type) => SCALARS.includes(type))
  })
}

function showValues(item: unknown, name: string): string {
  const values = valuesOf(item, name)
  return JSON.stringify(values.length === 1 ? values[0] : values.length === 0 ? null : values)
}

function isMatch(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return value === wanted
  return value.toLowerCase().includes(wanted.toLowerCase())
}
