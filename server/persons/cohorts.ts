import { type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { inTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { type PersonOfTenant, personsNamed } from './persons.ts'

/**
 * Lists a project's cohorts that contain a person; a missing person is in none. All cohorts are static lists
 * of persons.
 */
export async function listCohorts(db: Kysely<Database>, { tenant, id }: PersonOfTenant) {
  const { projectId } = tenant
  const rows = await db
    .selectFrom('cohorts as cohort')
    .innerJoin('cohort_persons as member', (join) =>
      join
        .onRef('member.project_id', '=', 'cohort.project_id')
        .onRef('member.cohort_id', '=', 'cohort.id')
        .on('member.person_id', 'in', personsNamed(db, { projectId, id }).select('person.id')),
    )
    .where('cohort.project_id', '=', projectId)
    .where('cohort.deleted', '=', false)
    .select(['cohort.id', 'cohort.name', 'cohort.description', 'cohort.deleted', 'cohort.created_at'])
    .select(({ selectFrom }) => [
      selectFrom('cohort_persons as held')
        .whereRef('held.project_id', '=', 'cohort.project_id')
        .whereRef('held.cohort_id', '=', 'cohort.id')
        .select(sql<number>`count(*)::integer`.as('count'))
        .as('count'),
      jsonObjectFrom(
        selectFrom('users as user')
          .whereRef('user.id', '=', 'cohort.created_by')
          .select(['user.id', 'user.uuid', 'user.distinct_id', 'user.first_name', 'user.last_name'])
          .select(['user.email', 'user.is_email_verified', 'user.hedgehog_config']),
      ).as('created_by'),
    ])
    .orderBy('cohort.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    groups: [],
    filters: null,
    query: null,
    is_calculating: false,
    last_calculation: null,
    errors_calculating: 0,
    is_static: true,
    experiment_set: [],
  }))
}

/**
 * Creates a cohort.
 * @param distinctIds distinct ids of its persons; unknown ids are ignored.
 * @returns the cohort's id and its number of persons.
 */
export async function createCohort(
  db: Kysely<Database>,
  { projectId, name, distinctIds }: { projectId: number; name: string; distinctIds: readonly string[] },
): Promise<{ id: number; count: number }> {
  return await inTransaction(db, async (transaction) => {
    const { id } = await transaction
      .insertInto('cohorts')
      .values({ project_id: projectId, name, created_by: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { numAffectedRows } = await sql`
      insert into cohort_persons (project_id, cohort_id, person_id)
      select distinct ${projectId}::integer, ${id}::integer, person_id
      from person_distinct_ids
      where project_id = ${projectId} and distinct_id = any(${distinctIds}::text[])`.execute(transaction)
    return { id, count: Number(numAffectedRows ?? 0) }
  })
}
