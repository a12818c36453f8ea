import { memberOf } from '@concordat/runtime/json'
import { flatSchema } from '../../document/flat-schema.ts'
import { snakeCase } from '../../document/resource-lookup.ts'
import type { Page, Walk } from '../../evidence/collection.ts'
import type { Finding } from '../../outcome/finding.ts'
import { isBehind } from './behind.ts'
import { walkIfAnswered } from './filtered.ts'
import type { Round } from './round.ts'

/** One way to order the list: what is sent for it, and what the names in that say. */
interface Sort {
  readonly part: string
  readonly query: Readonly<Record<string, string>>
  readonly member: string
  /** `undefined` where nothing says it: dates may come latest first. */
  readonly direction: Direction | undefined
}

type Direction = 'rising' | 'falling'

/** Orders that one list is walked in. */
const MOST_SORTS = 4

const SORT = /^_?(sort|order|ordering|sort_?(by|field|key|column)|order_?by|order_?field)$/
const DIRECTION = /^_?(dir|direction|order|sort_?(order|dir|direction)|order_?(dir|direction))$/
const CHOICE = /^([+-]?)([A-Za-z]\w*?)(?:[ :.,_-](asc|ascending|desc|descending))?$/i
const RISING = /^asc(ending)?$/i
const FALLING = /^desc(ending)?$/i

/** A list that is ordered by one of its members is: by numbers and times as they are, by texts where every alphabet agrees. */
export async function checkSorts(round: Round): Promise<Finding[]> {
  for (const sort of sortsOf(round).slice(0, MOST_SORTS)) {
    const { limit } = round.operation.list ?? {}
    const paging = limit === undefined ? {} : { [limit]: round.size }
    const walk = await walkIfAnswered(round, { ...sort.query, ...paging })
    const findings =
      walk === undefined ? [] : [...checkOnce(round, sort, walk), ...checkOrder(round, sort, walk)]
    if (findings.length > 0) return findings.slice(0, 1)
  }
  return []
}

/** Items that are alike in what the list is ordered by change places from page to page, unless something else orders them. */
function checkOnce({ ids, report }: Round, { part, query }: Sort, { items, pages }: Walk): Finding[] {
  const last = pages.at(-1)
  const walked = ids({ items })
  const twice = new Set(walked.filter((id, index) => id !== '{}' && walked.indexOf(id) < index))
  if (last === undefined || twice.size === 0) return []
  const expected = `every item once in the pages with ${written(query)}`
  const received = `${[...twice].join(', ')} more than once`
  return [report(last, { part, expected, received, beside: pages.map(({ answer }) => answer) })]
}

function checkOrder({ report }: Round, { part, query, member, direction }: Sort, { pages }: Walk): Finding[] {
  const values = pages.flatMap((page) =>
    page.items.flatMap((item) => {
      const value = memberOf(item, member)
      return value === undefined || value === null ? [] : [{ page, value }]
    }),
  )
  const wrong = (wanted: Direction) =>
    values.slice(1).flatMap((after, index) => {
      const before = values[index]
      if (before === undefined) return []
      const isWrong =
        wanted === 'rising' ? isBehind(before.value, after.value) : isBehind(after.value, before.value)
      return isWrong ? [{ before, after }] : []
    })[0]
  const found = direction === undefined ? wrong('falling') && wrong('rising') : wrong(direction)
  if (found === undefined) return []
  const { before, after } = found
  return [
    report(after.page, {
      part,
      expected: `items ordered by ${member}${direction === undefined ? '' : `, ${direction}`}, with ${written(query)}`,
      received: `${JSON.stringify(before.value)} before ${JSON.stringify(after.value)}`,
      beside: others(before.page, after.page),
    }),
  ]
}

function others(before: Page, after: Page): Page['answer'][] {
  return before === after ? [] : [before.answer]
}

function written(query: Sort['query']): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** The orders that the document offers by name of a member, whose values have an order: a choice of words has its own. */
function sortsOf(round: Round): readonly Sort[] {
  const parameters = choicesIn(round)
  const by = parameters.find(({ name, choices }) => SORT.test(snakeCase(name)) && !isDirection(choices))
  if (by === undefined) return []
  const directions = parameters.find(
    ({ name, choices }) => name !== by.name && DIRECTION.test(snakeCase(name)) && isDirection(choices),
  )
  return by.choices.flatMap((choice) => {
    const [, sign, name = '', word = ''] = CHOICE.exec(choice) ?? []
    const member = orderedMember(round, name)
    if (member === undefined) return []
    const sort = { part: by.name, member }
    const own = FALLING.test(word) || sign === '-' ? 'falling' : RISING.test(word) ? 'rising' : undefined
    const isPaired = by.choices.includes(`-${choice}`)
    const query = { [by.name]: choice }
    if (directions === undefined || own !== undefined)
      return [{ ...sort, query, direction: own ?? (isPaired ? ('rising' as const) : undefined) }]
    return directions.choices.map((one) => ({
      ...{ ...sort, query: { ...query, [directions.name]: one } },
      direction: FALLING.test(one) ? ('falling' as const) : ('rising' as const),
    }))
  })
}

function isDirection(choices: readonly string[]): boolean {
  return choices.every((choice) => RISING.test(choice) || FALLING.test(choice)) && choices.length > 1
}

/** Query parameters that take one of several texts. */
function choicesIn({ context, operation }: Round) {
  return (operation.parameters ?? []).flatMap((parameter) => {
    const { name, in: location, schema } = parameter
    if (location !== 'query' || context.items.withholds(operation, parameter)) return []
    const { enum: choices } = flatSchema(schema, context.document.definitions)
    const texts = Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : []
    return texts.length === 0 ? [] : [{ name, choices: texts }]
  })
}

function orderedMember({ context, members }: Round, name: string): string | undefined {
  const wanted = [snakeCase(name), `${snakeCase(name)}_at`]
  const found = [...members].find(([member]) => wanted.includes(snakeCase(member)))
  const flat = flatSchema(found?.[1], context.document.definitions)
  return flat['enum'] === undefined ? found?.[0] : undefined
}
