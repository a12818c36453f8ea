import type { ViewQuery } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'
import { contains } from '../properties/property-operators.ts'
import { propertyOf, textOf } from '../properties/property-text.ts'
import type { Reader } from '../reader.ts'
import { always, ch, count, integer, type Statement } from '../statement.ts'
import { isWithin, type PersonSpan, spansOf } from './person-span.ts'

type PageQuery = Pick<ViewQuery, 'projectId' | 'search' | 'slice'>

/** Gives the page of a view that lists persons by id. @param found a select of those of a span, as `who`, each once. */
export async function pageById(
  reader: Reader,
  query: PageQuery,
  found: (span: PersonSpan) => Statement,
): Promise<PersonIds> {
  const end = query.slice.offset + query.slice.limit
  const ids: number[] = []
  for await (const span of spansOf(reader, query.projectId)) {
    const rows = await reader.select<[number]>(ch`
      select who from (${found(span)}) where ${isWanted(query, span)} order by who limit ${count(end - ids.length)}`)
    for (const [id] of rows) ids.push(id)
    if (ids.length >= end) break
  }
  return ids.slice(query.slice.offset)
}

/** What a select of `who` ends with, to give the page of a view that lists persons by rank; those of one rank by id. */
export function pageByRank(query: PageQuery, span: PersonSpan, rank: Statement): Statement {
  return ch`
    where ${isWanted(query, span)} order by ${rank} desc, who
    limit ${count(query.slice.limit)} offset ${count(query.slice.offset)}`
}

/** Whether the person `who` is one that is searched for. */
function isWanted({ search }: PageQuery, span: PersonSpan): Statement {
  if (!search) return always
  const project = integer(span.projectId)
  const [email, name] = ['email', 'name'].map((key) => contains(textOf(propertyOf(ch`texts`, key)), search))
  return ch`who global in (
    select id from persons final
    where project_id = ${project} and ${isWithin(ch`id`, span)} and is_deleted = 0
      and (${email ?? always} or ${name ?? always})
    union all
    select person_id from person_distinct_ids final
    where project_id = ${project} and ${isWithin(ch`person_id`, span)} and ${contains(ch`distinct_id`, search)})`
}
