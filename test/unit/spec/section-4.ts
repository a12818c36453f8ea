/** A row in the interface document's section 4. */
export interface Row {
  readonly source: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly scopes: readonly string[]
  readonly query: readonly string[]
  /** Undefined if the row has no body. */
  readonly body: readonly string[] | undefined
  readonly status: number
  /** Undefined if there is no body, or none is documented. */
  readonly response: string | undefined
  /** "documented as … shape": the payload itself is not shown. */
  readonly notShown: boolean
}

type Cells = readonly [
  method: Row['method'],
  suffix: string,
  scopes: string,
  query: string,
  body: readonly string[] | undefined,
  response: string,
]

const PAGE = 'limit offset'
const NONE = '(none listed)'

/**
 * A response is written as in the document: "200 Domain", "204", or with a question mark if the payload is
 * not shown: "200 Person?".
 */
function section(
  source: string,
  { prefix, query = '' }: { prefix: string; query?: string },
  rows: readonly Cells[],
): Row[] {
  return rows.map(([method, suffix, scopes, ownQuery, body, response]) => {
    const [status, schema = ''] = response.split(' ')
    return {
      source,
      method,
      path: `${prefix}${suffix}`,
      scopes: scopes === NONE ? [] : scopes.split(' and '),
      query: `${ownQuery} ${query}`.split(' ').filter((name) => name !== ''),
      body,
      status: Number(status),
      response: schema.replace('?', '') || undefined,
      notShown: schema.endsWith('?'),
    }
  })
}

const ORGANIZATION = ['name', 'is_member_join_email_enabled', 'enforce_2fa']

const organizations = section('4.1', { prefix: '/api/organizations' }, [
  ['GET', '', 'organization:read', PAGE, undefined, '200 OrganizationList'],
  ['POST', '', 'organization:write', '', ORGANIZATION, '201 Organization'],
  ['GET', '/{id}', 'organization:read', '', undefined, '200 Organization'],
  ['PATCH', '/{id}', 'organization:write', '', ORGANIZATION, '200 Organization'],
  ['DELETE', '/{id}', 'organization:write', '', undefined, '204'],
])

const BATCH_EXPORT = [
  'name',
  'model',
  'destination',
  'interval',
  'paused',
  'last_paused_at',
  'start_at',
  'end_at',
  'hogql_query',
]

const batchExports = section('4.2', { prefix: '/api/organizations/{organization_id}/batch_exports' }, [
  ['GET', '', 'batch_export:read', PAGE, undefined, '200 BatchExportList'],
  ['POST', '', 'batch_export:write', '', BATCH_EXPORT, '201 BatchExport'],
  ['GET', '/{id}', 'batch_export:read', '', undefined, '200 BatchExport'],
  ['PATCH', '/{id}', 'batch_export:write', '', BATCH_EXPORT, '200 BatchExport'],
  ['DELETE', '/{id}', 'batch_export:write', '', undefined, '204'],
  ['POST', '/{id}/backfill', 'batch_export:write', '', BATCH_EXPORT, '200 BatchExport'],
  ['GET', '/{id}/logs', NONE, '', undefined, '200 BatchExport?'],
  ['POST', '/{id}/pause', 'batch_export:write', '', BATCH_EXPORT, '200 BatchExport'],
  ['POST', '/{id}/unpause', 'batch_export:write', '', BATCH_EXPORT, '200 BatchExport'],
])

const DOMAIN = [
  'domain',
  'jit_provisioning_enabled',
  'sso_enforcement',
  'saml_entity_id',
  'saml_acs_url',
  'saml_x509_cert',
]

const domains = section('4.3', { prefix: '/api/organizations/{organization_id}/domains' }, [
  ['GET', '', 'organization:read', PAGE, undefined, '200 DomainList'],
  ['POST', '', 'organization:write', '', DOMAIN, '201 Domain'],
  ['GET', '/{id}', 'organization:read', '', undefined, '200 Domain'],
  ['PATCH', '/{id}', 'organization:write', '', DOMAIN, '200 Domain'],
  ['DELETE', '/{id}', 'organization:write', '', undefined, '204'],
  ['POST', '/{id}/verify', NONE, '', DOMAIN, '200 Domain'],
])

const INVITE = ['target_email', 'first_name', 'level', 'message', 'private_project_access', 'send_email']

const invites = section('4.4', { prefix: '/api/organizations/{organization_id}/invites' }, [
  ['GET', '', 'organization_member:read', PAGE, undefined, '200 InviteList'],
  ['POST', '', 'organization_member:write', '', INVITE, '201 Invite'],
  ['DELETE', '/{id}', 'organization_member:write', '', undefined, '204'],
  ['POST', '/bulk', 'organization_member:write', '', INVITE, '200 Invite?'],
])

const members = section('4.5', { prefix: '/api/organizations/{organization_id}/members' }, [
  ['GET', '', 'organization_member:read', PAGE, undefined, '200 MemberList'],
  ['PATCH', '/{user__uuid}', 'organization_member:write', '', ['level'], '200 Member'],
  ['DELETE', '/{user__uuid}', 'organization_member:write', '', undefined, '204'],
])

const PLUGIN = [
  'plugin_type',
  'name',
  'description',
  'icon',
  'config_schema',
  'tag',
  'is_global',
  'capabilities',
  'metrics',
  'public_jobs',
]

const allThree: readonly Cells[] = [
  ['GET', '', 'plugin:read', PAGE, undefined, '200 PluginList'],
  ['POST', '', 'plugin:write', '', PLUGIN, '201 Plugin'],
  ['GET', '/{id}', 'plugin:read', '', undefined, '200 Plugin'],
]

const destinationsAndFrontendApps: readonly Cells[] = [
  ['PATCH', '/{id}', 'plugin:write', '', PLUGIN, '200 Plugin'],
  ['DELETE', '/{id}', 'plugin:write', '', undefined, '204'],
  ['GET', '/{id}/check_for_updates', NONE, '', undefined, '200 Plugin?'],
  ['GET', '/{id}/source', NONE, '', undefined, '200 Plugin?'],
  ['PATCH', '/{id}/update_source', NONE, '', PLUGIN, '200 Plugin'],
  ['POST', '/{id}/upgrade', NONE, '', PLUGIN, '200 Plugin'],
  ['GET', '/activity', NONE, '', undefined, '200 Plugin?'],
  ['GET', '/exports_unsubscribe_configs', NONE, '', undefined, '200 Plugin?'],
  ['GET', '/repository', NONE, '', undefined, '200 Plugin?'],
  ['GET', '/unused', NONE, '', undefined, '200 Plugin?'],
]

const DESTINATIONS = '/api/organizations/{organization_id}/pipeline_destinations'
const FRONTEND_APPS = '/api/organizations/{organization_id}/pipeline_frontend_apps'
const IMPORT_APPS = '/api/organizations/{organization_id}/pipeline_import_apps'

const plugins = [
  ...section('4.6', { prefix: DESTINATIONS }, [...allThree, ...destinationsAndFrontendApps]),
  ...section('4.6', { prefix: FRONTEND_APPS }, [...allThree, ...destinationsAndFrontendApps]),
  ...section('4.6', { prefix: IMPORT_APPS }, allThree),
]

const PROPERTIES = ['properties']
const LIST = 'distinct_id email limit offset properties search'

const persons = section('4.7', { prefix: '/api/projects/{project_id}/persons', query: 'format' }, [
  ['GET', '', 'person:read', LIST, undefined, '200 PersonList'],
  ['GET', '/{id}', 'person:read', '', undefined, '200 Person'],
  ['PATCH', '/{id}', 'person:write', '', PROPERTIES, '200 Person'],
  ['DELETE', '/{id}', 'person:write', 'delete_events', undefined, '204'],
  ['GET', '/{id}/activity', 'activity_log:read', '', undefined, '200 Person?'],
  ['POST', '/{id}/delete_property', NONE, '$unset', PROPERTIES, '200 Person'],
  ['GET', '/{id}/properties_timeline', NONE, '', undefined, '200 Person?'],
  ['POST', '/{id}/split', NONE, '', PROPERTIES, '200 Person?'],
  ['POST', '/{id}/update_property', NONE, 'key value', PROPERTIES, '200 Person'],
  ['GET', '/activity', NONE, '', undefined, '200 Person?'],
  ['GET', '/cohorts', 'person:read and cohort:read', '', undefined, '200 Person?'],
  ['GET', '/funnel', NONE, '', undefined, '200 Person?'],
  ['POST', '/funnel', NONE, '', PROPERTIES, '200 Person?'],
  ['GET', '/funnel/correlation', NONE, '', undefined, '200 Person?'],
  ['POST', '/funnel/correlation', NONE, '', PROPERTIES, '200 Person?'],
  ['GET', '/lifecycle', NONE, '', undefined, '200 Person?'],
  ['GET', '/path', NONE, '', undefined, '200 Person?'],
  ['POST', '/path', NONE, '', PROPERTIES, '200 Person?'],
  ['GET', '/retention', NONE, '', undefined, '200 Person?'],
  ['GET', '/stickiness', NONE, '', undefined, '200 Person?'],
  ['GET', '/trends', NONE, '', undefined, '200 ?'],
  ['GET', '/values', NONE, '', undefined, '200 ?'],
])

/** Stated in 5.4, outside section 4. */
const projects = section('5.4', { prefix: '/api/projects' }, [
  ['GET', '', NONE, PAGE, undefined, '200 ProjectList'],
])

/** The interface document's entire section 4 and its section 5.4, transcribed by hand. */
export const rows: readonly Row[] = [
  ...organizations,
  ...batchExports,
  ...domains,
  ...invites,
  ...members,
  ...plugins,
  ...persons,
  ...projects,
]
