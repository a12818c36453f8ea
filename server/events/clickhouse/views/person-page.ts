import type { ViewQuery } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'
import type { Reader } from '../reader.ts'
import { always, ch, count, integer, join, type Statement } from '../statement.ts'
import { contains } from './property-operators.ts'
import { propertyOf, textOf } from './property-text.ts'

type PageQuery = Pick<ViewQuery, 'projectId' | 'search' | 'slice'>

interface Found {
  /** A select with `who`, each once. */
  readonly found: Statement
  /** Which persons come first; those of one rank by id. */
  readonly order?: readonly Statement[]
}

/** Cuts a page out of persons. */
export async function selectPersonIds(
  reader: Reader,
  query: PageQuery,
  { found, order = [] }: Found,
): Promise<PersonIds> {
  const rows = await reader.select<[number]>(ch`select who from (${found}) ${cutPage(query, order)}`)
  return rows.map(([id]) => id)
}

/** What a select of `who` ends with, to give one page. */
export function cutPage({ projectId, search, slice }: PageQuery, order: readonly Statement[]): Statement {
  const wanted = search ? isNamed(projectId, search) : always
  return ch`
    where ${wanted}
    order by ${join([...order, ch`who`], ', ')}
    limit ${count(slice.limit)} offset ${count(slice.offset)}`
}

function isNamed(projectId: number, search: string): Statement {
  const project = integer(projectId)
  const [email, name] = ['email', 'name'].map((key) => contains(textOf(propertyOf(ch`texts`, key)), search))
  return ch`who global in (
    select id from persons final
    where project_id = ${project} and is_deleted = 0 and (${email ?? always} or ${name ?? always})
    union all
    select person_id from person_distinct_ids final
    where project_id = ${project} and person_id != 0 and ${contains(ch`distinct_id`, search)})`
}
