import { randomUUID } from 'node:crypto'
import { ConfigurationError } from '../../settings/configuration.ts'
import type { Command } from '../command.ts'
import { seedOrganization } from './first-start.ts'
import { seedPeople } from './seed-people.ts'

/** Creates a separate tenant each time, so that tools do not interfere with each other. */
export const seedCommand: Command = {
  summary: 'create an organization with a project, an owner, and a key with all scopes',
  options: {
    name: 'name of the organization (default: Seeded organization)',
    email: 'e-mail address of the owner (default: a generated address)',
    people: 'number of members to add besides the owner, and number of persons to add (default: 0)',
  },
  prepare({ name = 'Seeded organization', email = `owner-${randomUUID()}@example.com`, people = '0' }) {
    if (!/^\d{1,4}$/.test(people))
      throw new ConfigurationError([`--people is "${people}". Expected: a whole number up to 9999.`])
    return async (db) => {
      const made = await seedOrganization(db, { name, email })
      const tenant = { organizationId: made.organization_id, projectId: made.project_id }
      return {
        ...made,
        ...(Number(people) > 0 && (await seedPeople(db, { ...tenant, count: Number(people) }))),
      }
    }
  },
}
