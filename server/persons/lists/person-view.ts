import { sql } from 'kysely'
import type { ItemLookup } from '../../feature/feature.ts'
import type { JsonObject } from '../../values/json.ts'

/** A person as returned in responses. @see interface document, section 2.9 */
export interface PersonView {
  readonly id: number
  readonly name: string
  readonly distinct_ids: string[]
  readonly properties: JsonObject
  readonly created_at: string
  readonly uuid: string
}

/** The columns needed for a `PersonView`. */
export interface PersonFields extends Omit<PersonView, 'name'> {}

/**
 * A pattern for ids that programs generate for anonymous people: five groups of letters and digits, like a
 * UUID.
 */
const anonymousId = '^([a-z0-9]+-){4}[a-z0-9]+$'

const shownIds = 1000

/** Up to `shownIds` distinct ids of the row `person`; ids chosen by people come first. */
export const distinctIds = sql<string[]>`to_json(array(
  select named.distinct_id from person_distinct_ids as named
  where named.project_id = person.project_id and named.person_id = person.id
  order by named.distinct_id ~* ${sql.lit(anonymousId)}, named.id
  limit ${sql.lit(shownIds)}))`.as('distinct_ids')

/** The columns of the row `person` that a list needs, in addition to its distinct ids and properties. */
export const listedColumns = ['person.id', 'person.uuid', 'person.created_at'] as const

/** The columns of the row `person` that `viewPerson` needs, in addition to its distinct ids. */
export const personColumns = [...listedColumns, 'person.properties'] as const

/** The columns of `personColumns` and the distinct ids, for looking up a person together with the caller. */
export const personLookup: ItemLookup = {
  name: 'person',
  table: 'persons',
  columns: sql`person.id as item_id, person.uuid as item_uuid, person.created_at, person.properties, ${distinctIds}`,
}

/** The columns that `personLookup` finds. */
export interface FoundPerson extends Omit<PersonFields, 'id' | 'uuid'> {
  readonly item_id: number
  readonly item_uuid: string
}

/** Shows a person. */
export function viewPerson({ id, uuid, created_at, properties, distinct_ids }: PersonFields): PersonView {
  const name = nameOf(properties) ?? distinct_ids[0] ?? uuid
  return { id, name, distinct_ids, properties, created_at, uuid }
}

/** Properties that can contain a name, best first. */
const nameProperties = [
  'email',
  'Email',
  '$email',
  'name',
  'Name',
  'username',
  'Username',
  'UserName',
] as const

function nameOf(properties: JsonObject): string | undefined {
  for (const key of nameProperties) {
    const value = properties[key]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value).trim()
    if (text !== '') return text
  }
  return undefined
}
