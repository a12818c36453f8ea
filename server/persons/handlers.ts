import { listActivity } from '../activity/activity.ts'
import type { EventParts } from '../events/parts.ts'
import type { ProjectHandlers } from '../feature/handler-groups.ts'
import { readPropertyFilters } from '../questions/reading/parameters.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { type Json, type JsonObject, storableValue } from '../values/json.ts'
import { pageEnvelope, pageSlice } from '../values/pagination.ts'
import { listCohorts } from './cohorts.ts'
import { csvRows, writePersonCsv } from './lists/person-csv.ts'
import { listPersons, notePersons } from './lists/person-list.ts'
import { listPropertyValues } from './lists/person-values.ts'
import {
  deletePerson,
  getPerson,
  setPersonProperties,
  showPerson,
  splitPerson,
  unsetPersonProperty,
} from './persons.ts'
import { viewTimeline } from './timeline-view.ts'

type PersonHandlers = ProjectHandlers<
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

/** The operations in section 4.7 of the interface document, except the analysis views. */
export function personHandlers(parts: EventParts): PersonHandlers {
  return { ...projectHandlers(parts), ...singleHandlers(parts) }
}

/** Operations on all of a project's persons. */
function projectHandlers({
  db,
}: EventParts): Pick<
  PersonHandlers,
  'listPersons' | 'listPersonsActivity' | 'listPersonsCohorts' | 'getPersonsValues'
> {
  return {
    async listPersons({ query }, { request, tenant: { projectId }, given }) {
      const { distinct_id, email, search, properties } = query
      const filters = {
        distinctId: distinct_id,
        email,
        search,
        properties: properties && readPropertyFilters(properties),
      }
      const slice = pageSlice(query)
      const { format, limit: rows = csvRows } = given.query
      if (!wantsCsv(format, request)) {
        const page = await listPersons(db, { projectId, filters, slice })
        return { status: 200, mediaType: 'application/json', body: pageEnvelope(request, page, slice) }
      }
      const listed = { ...slice, limit: rows < 1 ? csvRows : rows }
      const read = await notePersons(db, { projectId, filters, slice: listed })
      const body = await streamOf(writePersonCsv(read))
      return { status: 200, mediaType: 'text/csv', body }
    },
    async listPersonsActivity({ query }, { request, tenant: { organizationId, projectId } }) {
      const about = { organizationId, projectId, scopes: ['Person'] as const }
      return { status: 200, body: await listActivity(db, { request, ...about, ...query }) }
    },
    async listPersonsCohorts({ query: { person_id: id } }, { tenant }) {
      return { status: 200, body: { results: await listCohorts(db, { tenant, id }) } }
    },
    async getPersonsValues({ query: { key, value } }, { tenant: { projectId } }) {
      const body =
        key === undefined ? [] : await listPropertyValues(db, { projectId, key, containing: value })
      return { status: 200, body }
    },
  }
}

/** Operations on one person. */
function singleHandlers({
  db,
  openEvents,
}: EventParts): Omit<PersonHandlers, keyof ReturnType<typeof projectHandlers>> {
  return {
    async getPerson({ path: { id } }, { tenant, principal: { along } }) {
      return { status: 200, body: await showPerson(db, { tenant, id, along }) }
    },
    async updatePerson({ path: { id }, body }, { tenant }) {
      const properties = storableValue(body.properties as JsonObject)
      return { status: 200, body: await setPersonProperties(db, { tenant, id, properties }) }
    },
    async deletePerson({ path: { id }, query: { delete_events: deleteEvents = false } }, { tenant }) {
      await deletePerson(db, { tenant, id, deleteEvents })
      return { status: 204 }
    },
    async updatePersonProperty({ path: { id }, query: { key, value } }, { tenant }) {
      const properties = storableValue(Object.fromEntries([[key, readValue(value)]]))
      return { status: 200, body: await setPersonProperties(db, { tenant, id, properties }) }
    },
    async deletePersonProperty({ path: { id }, query: { $unset: key } }, { tenant }) {
      return { status: 200, body: await unsetPersonProperty(db, { tenant, id, key }) }
    },
    async splitPerson({ path: { id }, body }, { tenant }) {
      const mainId = body?.main_distinct_id
      await splitPerson(db, { tenant, id, mainId })
      return { status: 200, body: { success: true } }
    },
    async listPersonActivity({ path: { id }, query }, { request, tenant }) {
      const person = await getPerson(db, { tenant, id })
      const { organizationId, projectId } = tenant
      const about = { organizationId, projectId, scopes: ['Person'] as const, itemId: String(person.id) }
      return { status: 200, body: await listActivity(db, { request, ...about, ...query }) }
    },
    async getPersonPropertiesTimeline({ path: { id }, query }, { tenant }) {
      const person = await getPerson(db, { tenant, id })
      const of = { projectId: tenant.projectId, personId: person.id }
      return { status: 200, body: await viewTimeline({ db, openEvents }, { ...of, parameters: query }) }
    },
  }
}

/**
 * Sends strings as they are produced. The first is produced before the response starts, so that an invalid
 * query is still reported.
 */
async function streamOf(texts: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let next: IteratorResult<string> | undefined = await texts.next()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = next ?? (await texts.next())
      next = undefined
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}

/** The `format` parameter takes precedence over the caller's `Accept` header. */
function wantsCsv(format: 'csv' | 'json' | undefined, request: Request): boolean {
  if (format !== undefined) return format === 'csv'
  return /^\s*text\/csv\b/i.test(request.headers.get('accept') ?? '')
}

/**
 * Parses a value as JSON. A string that is not JSON is the value itself.
 * @throws Refusal for null, which is not a value.
 */
function readValue(text: string): Json {
  const value = parseJson(text)
  if (value === null) throw new Refusal(generalRefusals.null, 'value')
  return value
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
