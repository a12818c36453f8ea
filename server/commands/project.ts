import { recordActivity } from '../activity/activity.ts'
import { creationOf } from '../activity/changes.ts'
import { ConfigurationError } from '../configuration.ts'
import { createProject } from '../projects/projects.ts'
import { isUuid } from '../tenancy.ts'
import { type Command, CommandError } from './command.ts'
import { readFlag } from './flag.ts'

/** Makes a further project. */
export const projectCommand: Command = {
  summary: 'make a project in an organization, and print the token for its events',
  options: {
    organization: 'UUID of the organization (required)',
    name: 'name of the project (required)',
    private: 'true for a project that only administrators and those invited to it see (default: false)',
  },
  prepare({ organization, name, private: isPrivateText = 'false' }) {
    if (organization === undefined || name === undefined || name.trim() === '') {
      throw new ConfigurationError(['The command "project" needs --organization and --name.'])
    }
    const isPrivate = readFlag('private', isPrivateText)
    return async (db) => {
      const known = isUuid(organization)
        ? await db.selectFrom('organizations').select('id').where('id', '=', organization).executeTakeFirst()
        : undefined
      if (known === undefined) throw new CommandError(`No organization has the UUID "${organization}".`)
      const project = await db.transaction().execute(async (transaction) => {
        const made = await createProject(transaction, { organizationId: known.id, name, isPrivate })
        await recordActivity(transaction, {
          organizationId: known.id,
          projectId: made.id,
          user: undefined,
          scope: 'Project',
          itemId: String(made.id),
          activity: 'created',
          detail: { name, changes: creationOf('Project', { name, access_control: isPrivate }) },
        })
        return made
      })
      return { project_id: project.id, organization_id: known.id, api_token: project.api_token }
    }
  },
}
