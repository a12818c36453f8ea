import type { Transaction } from 'kysely'
import { recordActivity } from '../../activity/activity.ts'
import type { Database } from '../../database/schema.ts'
import type { PersonDraft } from './people.ts'

/**
 * The properties and ids for which a person had no room: the names of the properties, and whether any ids
 * were left out.
 */
export interface LeftOut {
  /** UUID of the person. */
  readonly uuid: string
  /** The names of some of these properties. */
  readonly names: readonly string[]
  readonly hasIds: boolean
}

/** Lists the properties and ids for which persons had no room, by person. */
export function leftOutOfPersons(people: readonly PersonDraft[]): LeftOut[] {
  return people.map(({ uuid, properties, hasIdsLeftOut }) => ({
    ...{ uuid, names: [...properties.leftOut], hasIds: hasIdsLeftOut },
  }))
}

/**
 * Time between two reports about a project by one process, in milliseconds. Without it, any sender of events
 * could fill the log.
 */
const pauseMs = 3_600_000
/** Maximum number of projects whose last report is remembered. */
const mostProjects = 10_000

const told = new Map<number, number>()

/** Logs that persons of a project had no room for some properties or ids, unless this was logged recently. */
export async function tellLeftOutOfPersons(
  transaction: Transaction<Database>,
  { projectId, leftOut }: { readonly projectId: number; readonly leftOut: readonly LeftOut[] },
): Promise<void> {
  const [first] = leftOut
  if (first === undefined || Date.now() < (told.get(projectId) ?? 0) + pauseMs) return
  const { organization_id: organizationId } = await transaction
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('organization_id')
    .executeTakeFirstOrThrow()
  const { id } = await transaction
    .selectFrom('persons')
    .where('project_id', '=', projectId)
    .where('uuid', '=', first.uuid)
    .select('id')
    .executeTakeFirstOrThrow()
  const field = first.names.length > 0 ? 'properties' : 'distinct_ids'
  await recordActivity(transaction, {
    organizationId,
    projectId,
    user: undefined,
    scope: 'Person',
    itemId: String(id),
    activity: 'left_out',
    detail: {
      name: first.uuid,
      changes: [{ type: 'Person', action: 'changed', field, before: null, after: { left_out: first.names } }],
    },
  })
  told.delete(projectId)
  told.set(projectId, Date.now())
  const [oldest] = told.keys()
  if (told.size > mostProjects && oldest !== undefined) told.delete(oldest)
}
