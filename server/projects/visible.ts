import { type RawBuilder, sql } from 'kysely'

/**
 * True if a user sees a row of `projects`. A private project is visible only to administrators, owners, and
 * members who were given access to it.
 */
export function isProjectVisibleTo(userId: number | RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(
    not projects.access_control
    or exists (
      select from memberships
      where memberships.organization_id = projects.organization_id
        and memberships.user_id = ${userId} and memberships.level >= 8
    )
    or exists (
      select from project_memberships
      where project_memberships.organization_id = projects.organization_id
        and project_memberships.project_id = projects.id and project_memberships.user_id = ${userId}
    )
  )`
}
