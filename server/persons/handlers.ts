import type { Handlers } from '../../generated/server.ts'
import { listActivity } from '../activity/activity.ts'
import { readFilters } from '../analysis/parameters.ts'
import { type Json, type JsonObject, storable } from '../capture/json.ts'
import type { KeyUser } from '../keys/keys.ts'
import { envelope, sliceOf } from '../pagination.ts'
import { Refusal } from '../refusals.ts'
import type { Service } from '../service.ts'
import { projectOf } from '../tenancy.ts'
import { listCohorts } from './cohorts.ts'
import { csvRows, writeCsv } from './person-csv.ts'
import { findPersons, listPersons } from './person-list.ts'
import { listValues } from './person-values.ts'
import { deletePerson, getPerson, setProperties, splitPerson, unsetProperty } from './persons.ts'
import { viewTimeline } from './timeline-view.ts'

type PersonHandlers = Pick<
  Handlers<KeyUser>,
  | 'listPersons'
  | 'getPerson'
  | 'updatePerson'
  | 'deletePerson'
  | 'updatePersonProperty'
  | 'deletePersonProperty'
  | 'splitPerson'
  | 'listPersonActivity'
  | 'listPersonsActivity'
  | 'listPersonsCohorts'
  | 'getPersonsValues'
  | 'getPersonPropertiesTimeline'
>

/** The operations of the interface document's section 4.7, but for the analysis views. */
export function personHandlers({ db, tenantOf }: Service): PersonHandlers {
  return {
    async listPersons({ query: { distinct_id, email, search, properties } }, { request }) {
      const filters = {
        distinctId: distinct_id,
        email,
        search,
        properties: properties && readFilters(properties),
      }
      const query = { projectId: projectOf(tenantOf(request)), filters, slice: sliceOf(request) }
      if (!wantsCsv(request)) {
        const body = envelope(request, await listPersons(db, query))
        return { status: 200, mediaType: 'application/json', body }
      }
      const isLimited = new URL(request.url).searchParams.has('limit')
      const slice = { ...query.slice, ...(!isLimited && { limit: csvRows }) }
      const persons = await findPersons(db, { ...query, slice })
      return { status: 200, mediaType: 'text/csv', body: writeCsv(persons) }
    },
    async getPerson({ path: { id } }, { request }) {
      return { status: 200, body: await getPerson(db, { tenant: tenantOf(request), id }) }
    },
    async updatePerson({ path: { id }, body }, { request }) {
      const properties = storable(body.properties as JsonObject)
      return { status: 200, body: await setProperties(db, { tenant: tenantOf(request), id, properties }) }
    },
    async deletePerson({ path: { id }, query: { delete_events: deleteEvents = false } }, { request }) {
      await deletePerson(db, { tenant: tenantOf(request), id, deleteEvents })
      return { status: 204 }
    },
    async updatePersonProperty({ path: { id }, query: { key, value } }, { request }) {
      const properties = storable(Object.fromEntries([[key, readValue(value)]]))
      return { status: 200, body: await setProperties(db, { tenant: tenantOf(request), id, properties }) }
    },
    async deletePersonProperty({ path: { id }, query: { $unset: key } }, { request }) {
      return { status: 200, body: await unsetProperty(db, { tenant: tenantOf(request), id, key }) }
    },
    async splitPerson({ path: { id }, body }, { request }) {
      const mainId = body?.main_distinct_id
      await splitPerson(db, { tenant: tenantOf(request), id, mainId })
      return { status: 200, body: { success: true } }
    },
    async listPersonActivity({ path: { id }, query }, { request }) {
      const tenant = tenantOf(request)
      const person = await getPerson(db, { tenant, id })
      const { organizationId, projectId } = tenant
      const about = { organizationId, projectId, scopes: ['Person'] as const, itemId: String(person.id) }
      return { status: 200, body: await listActivity(db, { request, ...about, ...query }) }
    },
    async listPersonsActivity({ query }, { request }) {
      const { organizationId, projectId } = tenantOf(request)
      const about = { organizationId, projectId, scopes: ['Person'] as const }
      return { status: 200, body: await listActivity(db, { request, ...about, ...query }) }
    },
    async listPersonsCohorts({ query: { person_id: id } }, { request }) {
      return { status: 200, body: { results: await listCohorts(db, { tenant: tenantOf(request), id }) } }
    },
    async getPersonsValues({ query: { key, value } }, { request }) {
      const projectId = projectOf(tenantOf(request))
      const body = key === undefined ? [] : await listValues(db, { projectId, key, containing: value })
      return { status: 200, body }
    },
    async getPersonPropertiesTimeline({ path: { id }, query }, { request }) {
      const tenant = tenantOf(request)
      const person = await getPerson(db, { tenant, id })
      const of = { projectId: projectOf(tenant), personId: person.id }
      return { status: 200, body: await viewTimeline(db, { ...of, parameters: query }) }
    },
  }
}

/** The parameter decides; without it, what the caller accepts. */
function wantsCsv(request: Request): boolean {
  const format = new URL(request.url).searchParams.get('format')
  if (format !== null) return format === 'csv'
  return /^\s*text\/csv\b/i.test(request.headers.get('accept') ?? '')
}

/**
 * Reads a value: JSON, or else the text as it is.
 * @throws Refusal for null, which is no value.
 */
function readValue(text: string): Json {
  const value = parseJson(text)
  if (value === null) throw new Refusal('null', 'value')
  return value
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
