import { createCohort } from '../persons/cohorts.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import { type Command, CommandError } from './command.ts'

/** Creates a cohort of persons. */
export const cohortCommand: Command = {
  summary: 'create a cohort of persons in a project',
  options: {
    project: 'id of the project (required)',
    name: 'name of the cohort (required)',
    'distinct-ids': 'distinct ids of its persons, separated by commas',
  },
  prepare({ project = '', name = '', 'distinct-ids': ids = '' }) {
    if (!/^\d{1,9}$/.test(project) || name === '') {
      throw new ConfigurationError(['The command "cohort" needs --name, and --project with an integer.'])
    }
    const distinctIds = ids.split(',').filter((id) => id !== '')
    return async (db) => {
      const projectId = Number(project)
      const known = await db
        .selectFrom('projects')
        .where('id', '=', projectId)
        .select('id')
        .executeTakeFirst()
      if (known === undefined) throw new CommandError(`No project has the id ${projectId}.`)
      const { id, count } = await createCohort(db, { projectId, name, distinctIds })
      return { cohort_id: id, persons: count }
    }
  },
}
