import { randomUUID } from 'node:crypto'
import { seed } from '../first-start.ts'
import type { Command } from './command.ts'

/** Makes a tenant of its own each time, so that tools can work without regard to others. */
export const seedCommand: Command = {
  summary: 'make an organization with a project, an owner, and a key that holds all scopes',
  options: {
    name: 'name of the organization (default: Seeded organization)',
    email: 'e-mail address of the owner (default: a new one)',
  },
  prepare:
    ({ name = 'Seeded organization', email = `owner-${randomUUID()}@example.com` }) =>
    async (db) => ({ ...(await seed(db, { name, email })) }),
}
