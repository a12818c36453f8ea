import { recordActivity } from '../activity/activity.ts'
import { changesBetween, creationOf } from '../activity/changes.ts'
import { inTransaction } from '../database/retry.ts'
import { createProject } from '../projects/projects.ts'
import type { Project } from '../projects/tables.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import { isTenantUuid } from '../tenancy/tenancy.ts'
import { type Command, CommandError } from './command.ts'
import { readCommandFlag } from './flag.ts'

/** Creates another project. */
export const projectCommand: Command = {
  summary: 'create a project in an organization and print the token for sending events to it',
  options: {
    organization: 'UUID of the organization (required)',
    name: 'name of the project (required)',
    timezone: 'time zone for its days and weeks, such as Europe/Berlin (default: UTC)',
    private: 'true for a project visible only to administrators and people invited to it (default: false)',
  },
  prepare({ organization, name, timezone: timezoneText = 'UTC', private: isPrivateText = 'false' }) {
    if (organization === undefined || name === undefined || name.trim() === '') {
      throw new ConfigurationError(['The command "project" needs --organization and --name.'])
    }
    const timezone = readTimezone(timezoneText)
    const isPrivate = readCommandFlag('private', isPrivateText)
    return async (db) => {
      const known = isTenantUuid(organization)
        ? await db.selectFrom('organizations').select('id').where('id', '=', organization).executeTakeFirst()
        : undefined
      if (known === undefined) throw new CommandError(`No organization has the UUID "${organization}".`)
      const project = await inTransaction(db, async (transaction) => {
        const made = await createProject(transaction, {
          organizationId: known.id,
          name,
          timezone,
          isPrivate,
        })
        await recordActivity(transaction, {
          organizationId: known.id,
          projectId: made.id,
          user: undefined,
          scope: 'Project',
          itemId: String(made.id),
          activity: 'created',
          detail: { name, changes: creationOf('Project', { name, timezone, access_control: isPrivate }) },
        })
        return made
      })
      return { project_id: project.id, organization_id: known.id, api_token: project.api_token }
    }
  },
}

/** Changes a project's time zone. Stored events are unchanged, but days begin at a different time. */
export const timezoneCommand: Command = {
  summary: "set the time zone for a project's days and weeks",
  options: {
    project: 'id of the project (required)',
    timezone: 'name of the time zone, such as Europe/Berlin (required)',
  },
  prepare({ project, timezone: text }) {
    if (project === undefined || text === undefined)
      throw new ConfigurationError(['The command "timezone" needs --project and --timezone.'])
    const timezone = readTimezone(text)
    return async (db) =>
      await inTransaction(db, async (transaction) => {
        const before = /^\d{1,9}$/.test(project)
          ? await transaction
              .selectFrom('projects')
              .selectAll()
              .where('id', '=', Number(project))
              .forUpdate()
              .executeTakeFirst()
          : undefined
        if (before === undefined) throw new CommandError(`No project has the id "${project}".`)
        await transaction.updateTable('projects').set({ timezone }).where('id', '=', before.id).execute()
        await recordActivity(transaction, {
          organizationId: before.organization_id,
          projectId: before.id,
          user: undefined,
          scope: 'Project',
          itemId: String(before.id),
          activity: 'updated',
          detail: {
            name: before.name,
            changes: changesBetween<Project>('Project', {
              before,
              after: { ...before, timezone },
              fields: ['timezone'],
            }),
          },
        })
        return { project_id: before.id, timezone }
      })
  },
}

/**
 * Parses a name from the time zone database. Offsets are not allowed, because they have no daylight saving
 * time. @throws ConfigurationError
 */
function readTimezone(text: string): string {
  const known = /^[A-Za-z]/.test(text) ? canonical(text) : undefined
  if (known !== undefined) return known
  throw new ConfigurationError([`--timezone is "${text}". Expected: a time zone name such as Europe/Berlin.`])
}

function canonical(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
