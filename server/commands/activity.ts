import { readActivity } from '../activity/activity.ts'
import { activityScopes } from '../activity/tables.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import { isTenantUuid } from '../tenancy/tenancy.ts'
import type { Command } from './command.ts'

/** Maximum number of entries to read. */
const limit = 100

/** Prints an organization's activity log. API callers can read only the entries about persons and plugins. */
export const activityCommand: Command = {
  summary: `read the log of who changed what in an organization, newest first, ${limit} entries at a time`,
  options: {
    organization: 'UUID of the organization, which may have been deleted (required)',
    scope: `one of ${activityScopes.join(', ')} (default: all)`,
    page: 'page number (default: 1)',
  },
  prepare({ organization, scope, page: pageText = '1' }) {
    if (organization === undefined || !isTenantUuid(organization)) {
      throw new ConfigurationError(['The command "activity" needs --organization with a UUID.'])
    }
    const scopes = activityScopes.filter((known) => scope === undefined || scope === known)
    if (scopes.length === 0)
      throw new ConfigurationError([
        `"${scope}" is not a scope of the activity log. Expected: one of ${activityScopes.join(', ')}.`,
      ])
    const page = /^[1-9]\d{0,8}$/.test(pageText) ? Number(pageText) : undefined
    if (page === undefined)
      throw new ConfigurationError([`--page is "${pageText}". Expected: an integer from 1 to 999999999.`])
    return async (db) => {
      const { count, results } = await readActivity(db, { organizationId: organization, scopes, limit, page })
      return { total_count: count, entries: results }
    }
  },
}
