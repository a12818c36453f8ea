import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { ingestEvents } from '../../persons/people/ingest.ts'
import { levels } from '../../tenancy/tenancy.ts'
import { createUser, makeUserMember } from '../../users/users.ts'

/**
 * People in a tenant whom tools are allowed to change and delete. They are seeded because the API cannot
 * create any.
 */
export interface SeededPeople {
  readonly member_uuids: readonly string[]
  readonly person_ids: readonly string[]
}

/** Creates `count` members, each a new user, and as many persons. */
export async function seedPeople(
  db: Kysely<Database>,
  { organizationId, projectId, count }: { organizationId: string; projectId: number; count: number },
): Promise<SeededPeople> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const member_uuids: string[] = []
  for (const number of numbers) {
    const user = await createUser(db, { email: `member-${number}-${randomUUID()}@example.com` })
    await makeUserMember(db, { organizationId, userId: user.id, level: levels.member })
    member_uuids.push(user.uuid)
  }
  const events = numbers.map((number) => ({
    uuid: randomUUID(),
    event: 'signed up',
    distinctId: `person-${number}`,
    timestamp: new Date().toISOString(),
    properties: { $set: { email: `person-${number}@example.com`, plan: 'free' } },
  }))
  await ingestEvents(db, { projectId, events })
  const persons = await db.selectFrom('persons').where('project_id', '=', projectId).select('id').execute()
  return { member_uuids, person_ids: persons.map(({ id }) => String(id)) }
}
