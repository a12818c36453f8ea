import type { ViewQuery } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'
import { containsText } from '../properties/property-operators.ts'
import { propertyOf, propertyTextOf } from '../properties/property-text.ts'
import type { ClickhouseReader } from '../reader.ts'
import { alwaysMet, type ClickhouseStatement, ch, integerStatement } from '../statement.ts'
import { askFirstSpan, nextSpan } from './ask-span.ts'
import { isWithinSpan, type PersonSpan, spanGrowth, spanStride } from './person-span.ts'

type PageQuery = Pick<ViewQuery, 'projectId' | 'search' | 'slice'>

/**
 * A page of a view that lists persons by id, found with as few spans as possible.
 * @param found selects a span's persons as `who`, each once, without other columns or an order.
 */
export async function pageById(
  reader: ClickhouseReader,
  query: PageQuery,
  found: (span: PersonSpan) => ClickhouseStatement,
): Promise<PersonIds> {
  const end = query.slice.offset + query.slice.limit
  const ask = (span: PersonSpan, wanted: number) => {
    const persons = query.search
      ? ch`select who from (${found(span)}) where ${isWanted(query, span)}`
      : found(span)
    return ch`${persons} order by who limit ${integerStatement(wanted)}`
  }
  const first = await askFirstSpan<[number]>(reader, query.projectId, (span) => ask(span, end))
  const ids = first.rows.map(([id]) => id)
  const stride = spanStride(reader)
  let persons = reader.firstSpanPersons
  let looked = persons
  let { span } = first
  while (ids.length < end) {
    const likely = personsToFind(end - ids.length, { found: ids.length, looked, last: persons })
    persons = stride * Math.ceil(likely / stride)
    looked += persons
    const next = await nextSpan(reader, { ...first, span }, persons)
    if (next === undefined) break
    span = next
    for (const [id] of await reader.select<[number]>(ask(span, end - ids.length))) ids.push(id)
  }
  return ids.slice(query.slice.offset)
}

/**
 * Number of persons to examine in order to find this many further matches, at the rate so far, plus a quarter
 * as a margin. It is at least the number examined last, and at most `spanGrowth` times that number.
 */
function personsToFind(
  wanted: number,
  { found, looked, last }: { readonly found: number; readonly looked: number; readonly last: number },
): number {
  const likely = found === 0 ? Number.POSITIVE_INFINITY : Math.ceil((1.25 * wanted * looked) / found)
  return Math.max(last, Math.min(likely, spanGrowth * last))
}

/**
 * The end of a statement that selects `who`, for a page of a view that lists persons by rank and then by id.
 */
export function pageByRank(
  query: PageQuery,
  span: PersonSpan,
  rank: ClickhouseStatement,
): ClickhouseStatement {
  return ch`
    where ${isWanted(query, span)} order by ${rank} desc, who
    limit ${integerStatement(query.slice.limit)} offset ${integerStatement(query.slice.offset)}`
}

function isWanted({ search }: PageQuery, span: PersonSpan): ClickhouseStatement {
  if (!search) return alwaysMet
  const project = integerStatement(span.projectId)
  const [email, name] = ['email', 'name'].map((key) =>
    containsText(propertyTextOf(propertyOf(ch`texts`, key)), search),
  )
  return ch`who global in (
    select id from persons final
    where project_id = ${project} and ${isWithinSpan(ch`id`, span)} and is_deleted = 0
      and (${email ?? alwaysMet} or ${name ?? alwaysMet})
    union all
    select person_id from person_distinct_ids final
    where project_id = ${project} and ${isWithinSpan(ch`person_id`, span)} and ${containsText(ch`distinct_id`, search)})`
}
